import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, vi } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });
afterEach(cleanup);
/** Lists come when somebody is about to open one; reading their code is no part of what is waited for here. */
beforeAll(async () => void (await import('#views/parts/Picker.tsx')), 60_000);

/** What jsdom lacks of a browser, as far as the views' libraries ask for it. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('IntersectionObserver', NoObserver);
vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false });
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
}));
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.getAnimations ??= () => [];
Element.prototype.scrollTo ??= () => {};
