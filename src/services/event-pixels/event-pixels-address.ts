import { type AnyEventObject, fromCallback } from 'xstate';

type Opened = { kind: 'one'; id: number } | { kind: 'new'; from: number | null };
type Report = { type: 'pixel.recalled'; opened: Opened | null };

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/** Reports the event pixel in the address bar: once at the start, then after every change of it. */
export const watchEventPixels = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let known = '';
    const report = () => {
      const { pathname, search } = window.location;
      if (!/^\/pixels\/events(\/|$)/.test(pathname)) return;
      const opened = openedIn(pathname, search);
      const key = JSON.stringify(opened);
      if (key === known) return;
      known = key;
      sendBack({ type: 'pixel.recalled', opened });
    };
    report();
    for (const change of navigationEvents) window.addEventListener(change, report);
    return () => {
      for (const change of navigationEvents) window.removeEventListener(change, report);
    };
  });

function openedIn(pathname: string, search: string): Opened | null {
  const [, named] = /^\/pixels\/events\/(new|\d{1,9})\/*$/.exec(pathname) ?? [];
  if (named === undefined) return null;
  if (named !== 'new') return { kind: 'one', id: Number(named) };
  const from = new URLSearchParams(search).get('from') ?? '';
  return { kind: 'new', from: /^\d{1,9}$/.test(from) ? Number(from) : null };
}
