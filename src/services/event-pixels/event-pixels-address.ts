import { type AnyEventObject, fromCallback } from 'xstate';

type Opened = { kind: 'one'; id: number } | { kind: 'new'; from: number | null };
type Report = { type: 'pixel.recalled'; opened: Opened | null };

/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/** Tells which event pixel the address bar asks for: once at the start, then on every change of it. */
export const watchEventPixels = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let known = '';
    const tell = () => {
      const { pathname, search } = window.location;
      if (!/^\/pixels\/events(\/|$)/.test(pathname)) return;
      const opened = openedIn(pathname, search);
      const key = JSON.stringify(opened);
      if (key === known) return;
      known = key;
      sendBack({ type: 'pixel.recalled', opened });
    };
    tell();
    for (const change of changes) window.addEventListener(change, tell);
    return () => {
      for (const change of changes) window.removeEventListener(change, tell);
    };
  });

function openedIn(pathname: string, search: string): Opened | null {
  const [, named] = /^\/pixels\/events\/(new|\d{1,9})\/*$/.exec(pathname) ?? [];
  if (named === undefined) return null;
  if (named !== 'new') return { kind: 'one', id: Number(named) };
  const from = new URLSearchParams(search).get('from') ?? '';
  return { kind: 'new', from: /^\d{1,9}$/.test(from) ? Number(from) : null };
}
