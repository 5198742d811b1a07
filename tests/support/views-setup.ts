import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeAll, vi } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });
afterEach(cleanup);
/** Lists come when somebody is about to open one; reading their code is no part of what is waited for here. */
beforeAll(async () => void (await import('#views/kit/Picker.tsx')), 60_000);

/** React notes where each element was made, up to so many of them: a twelfth of a run, and no message here says it. */
const enough = 10_000;
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => enough, set() {} },
);

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

const { matches } = Element.prototype;
const tags = new Map<string, string>();
/** The tag that a selector without combinators asks for, or nothing. */
const tagOf = (selector: string): string =>
  /^([a-z][a-z\d]*)(?:[[:][^\s,>+~]*)?$/.exec(selector)?.[1] ?? '';

/**
 * Whoever asks for a role tries about a hundred selectors on an element, most of them with another tag than its own.
 */
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

/** What `closest('[style*="visibility"]')` finds, without matching a selector against every ancestor. */
function veilOf(element: Element): HTMLElement | null {
  for (let above: Element | null = element; above; above = above.parentElement) {
    if (above.getAttribute('style')?.includes('visibility')) return above as HTMLElement;
  }
  return null;
}

/**
 * What an element says of its own style, hidden or not: jsdom's own answer matches its whole sheet against every
 * ancestor of everything a query by role looks at, which took two thirds of a run.
 */
function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return nothing;
  const own = element.getAttribute('style') ?? '';
  const veiled = veilOf(element);
  if (own === '' && !veiled) return isUnseen(element) ? hidden : shown;
  const style = styleOf(own);
  style.display ||= isUnseen(element) ? 'none' : 'block';
  style.visibility ||= veiled?.style.visibility || 'visible';
  return style;
}
window.getComputedStyle = computedStyle;
vi.stubGlobal('getComputedStyle', computedStyle);
