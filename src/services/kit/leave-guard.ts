import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'leave.asked'; destination: string } | { type: 'leave.free' };

/** wouter patches the history methods to fire the first two. */
const moves = ['pushState', 'replaceState', 'popstate'];

const projectIn = (href: string): string | null => new URL(href).searchParams.get('project');

/**
 * Keeps an editor with unsaved changes from being left without a question.
 *
 * `watch` holds back links, the back and forward buttons and every other change of the page, and reports where it would
 * have led. A change of the project is already made when `watch` learns of it: only its address is held back. So the
 * editor asks `watch` whether changes would be lost, and `stay` goes back to the address of the editor and its project.
 * Before the page closes, the browser asks by itself. `leave` lets a navigation of the editor's own pass.
 */
export function createLeaveGuard(
  window: Window,
  isInside: (to: string, from: string) => boolean,
  outside: string,
) {
  let inside = window.location.href;
  let isLeaving = false;
  const isOfAnotherProject = (href: string) => ![null, projectIn(inside)].includes(projectIn(href));
  const leadsOut = (pathname: string) => !isInside(pathname, new URL(inside).pathname);

  return {
    leave(go: () => void) {
      isLeaving = true;
      try {
        go();
      } finally {
        isLeaving = false;
      }
    },
    stay: () => window.history.replaceState(window.history.state, '', inside),
    watch: fromCallback<AnyEventObject, { isChanged: () => boolean }, Report>(
      ({ sendBack, receive, input: { isChanged } }) => {
        const { history, document } = window;
        const { pushState } = history;
        inside = window.location.href;

        const ask = ({ pathname, search, hash }: URL | Location) =>
          sendBack({ type: 'leave.asked', destination: `${pathname}${search}${hash}` });
        const onClick = (event: MouseEvent) => {
          const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
          const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
          if (!link || link.hasAttribute('target') || !isPlain || !isChanged()) return;
          const destination = new URL(link.getAttribute('href') ?? '', window.location.href);
          if (destination.origin !== window.location.origin || !leadsOut(destination.pathname))
            return;
          event.preventDefault();
          event.stopPropagation();
          ask(destination);
        };
        const onStep = (event: PopStateEvent) => {
          if (!leadsOut(window.location.pathname) || !isChanged()) return;
          const { pathname, search, hash } = window.location;
          const destination = new URL(`${pathname}${search}${hash}`, inside);
          event.stopImmediatePropagation();
          pushState.call(history, null, '', inside);
          ask(destination);
        };
        const push: History['pushState'] = (state, title, address) => {
          const destination = new URL(address ?? '', window.location.href);
          const isOut = leadsOut(destination.pathname);
          if (isLeaving || !(isOut || isOfAnotherProject(destination.href)) || !isChanged()) {
            pushState.call(history, state, title, address);
          } else if (isOut) ask(destination);
        };
        const onMove = () => {
          const { pathname, href } = window.location;
          if (!leadsOut(pathname) && !(isOfAnotherProject(href) && isChanged())) inside = href;
        };
        const onUnload = (event: BeforeUnloadEvent) => {
          if (isChanged()) event.preventDefault();
        };

        receive(() => {
          if (isChanged()) ask(new URL(outside, window.location.href));
          else sendBack({ type: 'leave.free' });
        });
        history.pushState = push;
        document.addEventListener('click', onClick, { capture: true });
        window.addEventListener('popstate', onStep, { capture: true });
        window.addEventListener('beforeunload', onUnload);
        for (const move of moves) window.addEventListener(move, onMove);
        return () => {
          history.pushState = pushState;
          document.removeEventListener('click', onClick, { capture: true });
          window.removeEventListener('popstate', onStep, { capture: true });
          window.removeEventListener('beforeunload', onUnload);
          for (const move of moves) window.removeEventListener(move, onMove);
        };
      },
    ),
  };
}
