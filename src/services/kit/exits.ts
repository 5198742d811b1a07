import { type AnyEventObject, fromCallback } from 'xstate';

/**
 * Reports links, steps back and forward that lead out of the editor while there are unsaved changes, and holds them
 * back. The browser asks by itself before the page closes.
 */
export const watchExits = (window: Window, isInside: (to: string, from: string) => boolean) =>
  fromCallback<
    AnyEventObject,
    { isChanged: () => boolean },
    { type: 'leave.asked'; destination: string }
  >(({ sendBack, input: { isChanged } }) => {
    let inside = window.location.href;
    const fromPath = () => new URL(inside).pathname;
    const ask = (destination: URL | Location) =>
      sendBack({
        type: 'leave.asked',
        destination: `${destination.pathname}${destination.search}${destination.hash}`,
      });
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!link || link.hasAttribute('target') || !isPlain || !isChanged()) return;
      const destination = new URL(link.getAttribute('href') ?? '', window.location.href);
      if (
        destination.origin !== window.location.origin ||
        isInside(destination.pathname, fromPath())
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      ask(destination);
    };
    const onStep = (event: PopStateEvent) => {
      if (isInside(window.location.pathname, fromPath()) || !isChanged()) return;
      const { pathname, search, hash } = window.location;
      const destination = new URL(`${pathname}${search}${hash}`, inside);
      event.stopImmediatePropagation();
      window.history.pushState(null, '', inside);
      ask(destination);
    };
    const onMove = () => {
      if (isInside(window.location.pathname, fromPath())) inside = window.location.href;
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault();
    };
    window.document.addEventListener('click', onClick, { capture: true });
    window.addEventListener('popstate', onStep, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    for (const move of moves) window.addEventListener(move, onMove);
    return () => {
      window.document.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('popstate', onStep, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
      for (const move of moves) window.removeEventListener(move, onMove);
    };
  });

/** wouter patches the history methods to fire the first two. */
const moves = ['pushState', 'replaceState', 'popstate'];
