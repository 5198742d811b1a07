import { type AnyEventObject, fromCallback } from 'xstate';
import { linkKindOf } from '#model/link-kind.ts';

type Report = {
  type: 'location.changed';
  place: { path: string; search: string; hash: string };
};

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate', 'hashchange'];

/** Reports the address bar's location: once at the start, then on every change. */
export const watchLocation = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    const report = () => {
      const { pathname, search, hash } = window.location;
      sendBack({ type: 'location.changed', place: { path: pathname, search, hash } });
    };
    for (const change of navigationEvents) window.addEventListener(change, report);
    report();
    return () => {
      for (const change of navigationEvents) window.removeEventListener(change, report);
    };
  });

type Scroll = { to: 'anchor'; hash: string } | { to: 'top' };

/** Long enough for slow figures, short enough not to move a page under a reader. */
const anchorTimeout = 10_000;

/**
 * Scrolls to the top of a page or to the anchor in its address. It waits for an anchor that is not rendered yet, until
 * the anchor appears, the next scroll starts or the person scrolls.
 */
export function createScroll(window: Window) {
  let stop = () => {};

  const scrollToAnchor = (hash: string): boolean => {
    const anchor = window.document.getElementById(decoded(hash.slice(1)));
    anchor?.scrollIntoView();
    return anchor !== null;
  };

  function waitFor(hash: string) {
    const Observer = window.document.defaultView?.MutationObserver;
    if (!Observer) return;
    const observer = new Observer(() => {
      if (scrollToAnchor(hash)) stop();
    });
    const timer = setTimeout(() => stop(), anchorTimeout);
    const personEvents = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
    stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const act of personEvents) window.removeEventListener(act, stop);
    };
    for (const act of personEvents) window.addEventListener(act, stop, { passive: true });
    observer.observe(window.document, { childList: true, subtree: true });
  }

  return (scroll: Scroll) => {
    stop();
    if (scroll.to === 'anchor' && scrollToAnchor(scroll.hash)) return;
    window.scrollTo(0, 0);
    if (scroll.to === 'anchor') waitFor(scroll.hash);
  };
}

type NavigationOptions = {
  window: Pick<Window, 'location'>;
  navigate: (to: string, options: { replace: boolean }) => void;
  warn: (message: string) => void;
};

/** The only way to navigate. It leaves the app only where `external` allows it, and only for `http` and `https`. */
export const createGoTo =
  ({ window, navigate, warn }: NavigationOptions) =>
  (address: string, { external = false, replace = false } = {}): boolean => {
    const kind = linkKindOf(address);
    if (kind === 'inside') navigate(address, { replace });
    else if (kind === 'outside' && external) window.location.assign(address);
    else {
      warn('That address leads out of Clickledger and was not opened.');
      return false;
    }
    return true;
  };

/** Returns the text itself when it is not a valid encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
