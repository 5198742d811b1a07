import { type AnyEventObject, fromCallback } from 'xstate';

type Recalled = { part: 'masters' | 'install' | 'events'; id: number | null };

/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/** Tells which part of the pixels the address bar asks for: once at the start, then on every change of it. */
export const watchPixels = (window: Window) =>
  fromCallback<AnyEventObject, undefined, Recalled & { type: 'pixels.recalled' }>(
    ({ sendBack }) => {
      let known = '';
      const tell = () => {
        const recalled = partOf(window.location.pathname);
        const key = JSON.stringify(recalled);
        if (recalled === null || key === known) return;
        known = key;
        sendBack({ type: 'pixels.recalled', ...recalled });
      };
      tell();
      for (const change of changes) window.addEventListener(change, tell);
      return () => {
        for (const change of changes) window.removeEventListener(change, tell);
      };
    },
  );

/** Null for an address of another screen. */
function partOf(pathname: string): Recalled | null {
  const [, rest] = /^\/pixels(?:\/(.*?))?\/*$/.exec(pathname) ?? [];
  if (!/^\/pixels(\/|$)/.test(pathname)) return null;
  if (/^events(\/|$)/.test(rest ?? '')) return { part: 'events', id: null };
  const [, id] = /^install\/(\d{1,9})$/.exec(rest ?? '') ?? [];
  return id === undefined ? { part: 'masters', id: null } : { part: 'install', id: Number(id) };
}
