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

const unseen = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD']);
const isUnseen = (element: Element): boolean =>
  element.hasAttribute('hidden') ||
  unseen.has(element.tagName) ||
  (element.tagName === 'DIALOG' && !element.hasAttribute('open'));

function styleOf(text: string): CSSStyleDeclaration {
  const { style } = document.createElement('i');
  style.cssText = text;
  return style;
}
const nothing = styleOf('');
const shown = styleOf('display: block; visibility: visible');
const hidden = styleOf('display: none; visibility: visible');

/**
 * What an element says of its own style, hidden or not: jsdom's own answer matches its whole sheet against every
 * ancestor of everything a query by role looks at, which took two thirds of a run.
 */
function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return nothing;
  const own = element.getAttribute('style') ?? '';
  const veiled = element.closest<HTMLElement>('[style*="visibility"]');
  if (own === '' && !veiled) return isUnseen(element) ? hidden : shown;
  const style = styleOf(own);
  style.display ||= isUnseen(element) ? 'none' : 'block';
  style.visibility ||= veiled?.style.visibility || 'visible';
  return style;
}
window.getComputedStyle = computedStyle;
vi.stubGlobal('getComputedStyle', computedStyle);
