import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeAll, vi } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });
afterEach(cleanup);
/** Lists load when a person opens one, the rows of long tables with the first; tests do not wait for their code. */
beforeAll(
  () => Promise.all([import('#views/kit/Picker.tsx'), import('#views/kit/tables/VirtualRows.tsx')]),
  60_000,
);

/**
 * React records where each element was created, up to this many: that takes a twelfth of a run, and no message here
 * needs it.
 */
const enough = 10_000;
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => enough, set() {} },
);

/** The parts of a browser that jsdom lacks and the views' libraries need. */
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
window.scrollTo = () => {};

const { matches } = Element.prototype;
const tags = new Map<string, string>();
/** The tag of a selector without combinators, or nothing. */
const tagOf = (selector: string): string =>
  /^([a-z][a-z\d]*)(?:[[:][^\s,>+~]*)?$/.exec(selector)?.[1] ?? '';

/** A query by role tries about a hundred selectors on an element, most of them for another tag. */
function matchesByTag(this: Element, selector: string): boolean {
  const tag = tags.get(selector) ?? tagOf(selector);
  tags.set(selector, tag);
  if (tag !== '' && tag !== this.localName) return false;
  return matches.call(this, selector);
}
Element.prototype.matches = matchesByTag as typeof matches;

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

/** The result of `closest('[style*="visibility"]')`, without matching a selector against every ancestor. */
function hidingAncestor(element: Element): HTMLElement | null {
  for (let above: Element | null = element; above; above = above.parentElement) {
    if (above.getAttribute('style')?.includes('visibility')) return above as HTMLElement;
  }
  return null;
}

/**
 * The computed style of an element from its own style and `hidden`: jsdom's version matches its whole sheet against
 * every ancestor of every element that a query by role examines, which took two thirds of a run.
 */
function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return nothing;
  const own = element.getAttribute('style') ?? '';
  const veiled = hidingAncestor(element);
  if (own === '' && !veiled) return isUnseen(element) ? hidden : shown;
  const style = styleOf(own);
  style.display ||= isUnseen(element) ? 'none' : 'block';
  style.visibility ||= veiled?.style.visibility || 'visible';
  return style;
}
window.getComputedStyle = computedStyle;
vi.stubGlobal('getComputedStyle', computedStyle);
