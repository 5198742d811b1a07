import { type AnyEventObject, fromCallback } from 'xstate';
import { linkOf } from '#model/links.ts';

type Report = {
  type: 'location.changed';
  place: { path: string; search: string; hash: string };
};

/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate', 'hashchange'];

/** Reports where the address bar points: once at the start, then on every change. */
export const watchLocation = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    const report = () => {
      const { pathname, search, hash } = window.location;
      sendBack({ type: 'location.changed', place: { path: pathname, search, hash } });
    };
    for (const change of changes) window.addEventListener(change, report);
    report();
    return () => {
      for (const change of changes) window.removeEventListener(change, report);
    };
  });

type Scroll = { to: 'anchor'; hash: string } | { to: 'top' };

/** Long enough for slow figures, and not so long that a page jumps under somebody who has settled. */
const patience = 10_000;

/**
 * Scrolls to the top of a page or to the anchor its address names. An anchor that is not drawn yet is waited for,
 * until it comes, something else is scrolled to, or the person scrolls.
 */
export function createScroll(window: Window) {
  let stop = () => {};

  const reached = (hash: string): boolean => {
    const anchor = window.document.getElementById(decoded(hash.slice(1)));
    anchor?.scrollIntoView();
    return anchor !== null;
  };

  function waitFor(hash: string) {
    const Observer = window.document.defaultView?.MutationObserver;
    if (!Observer) return;
    const observer = new Observer(() => {
      if (reached(hash)) stop();
    });
    const timer = setTimeout(() => stop(), patience);
    const byHand = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
    stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const act of byHand) window.removeEventListener(act, stop);
    };
    for (const act of byHand) window.addEventListener(act, stop, { passive: true });
    observer.observe(window.document, { childList: true, subtree: true });
  }

  return (scroll: Scroll) => {
    stop();
    if (scroll.to === 'anchor' && reached(scroll.hash)) return;
    window.scrollTo(0, 0);
    if (scroll.to === 'anchor') waitFor(scroll.hash);
  };
}

type Ways = {
  window: Pick<Window, 'location'>;
  navigate: (to: string, options: { replace: boolean }) => void;
  warn: (message: string) => void;
};

/** The one way to another address. Out of the app leads only what is allowed to, and never anything but a page. */
export const createGoTo =
  ({ window, navigate, warn }: Ways) =>
  (address: string, { external = false, replace = false } = {}): boolean => {
    const kind = linkOf(address);
    if (kind === 'inside') navigate(address, { replace });
    else if (kind === 'outside' && external) window.location.assign(address);
    else {
      warn('That address leads out of Clickledger and was not opened.');
      return false;
    }
    return true;
  };

/** An address may hold anything, also what cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
