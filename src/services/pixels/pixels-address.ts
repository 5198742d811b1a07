import { type AnyEventObject, fromCallback } from 'xstate';

type PixelsAddress = { part: 'masters' | 'install' | 'events' | 'links'; id: number | null };

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/** Reports the part of the pixels screen in the address bar: once at the start, then after every change of it. */
export const watchPixels = (window: Window) =>
  fromCallback<AnyEventObject, undefined, PixelsAddress & { type: 'pixels.recalled' }>(
    ({ sendBack }) => {
      let known = '';
      const report = () => {
        const recalled = partOf(window.location.pathname);
        const key = JSON.stringify(recalled);
        if (recalled === null || key === known) return;
        known = key;
        sendBack({ type: 'pixels.recalled', ...recalled });
      };
      report();
      for (const change of navigationEvents) window.addEventListener(change, report);
      return () => {
        for (const change of navigationEvents) window.removeEventListener(change, report);
      };
    },
  );

/** Null for an address of another screen. */
function partOf(pathname: string): PixelsAddress | null {
  const [, rest] = /^\/pixels(?:\/(.*?))?\/*$/.exec(pathname) ?? [];
  if (!/^\/pixels(\/|$)/.test(pathname)) return null;
  if (/^events(\/|$)/.test(rest ?? '')) return { part: 'events', id: null };
  const [isLinks, affiliate] = /^links(?:\/(\d{1,9}))?$/.exec(rest ?? '') ?? [];
  if (isLinks) return { part: 'links', id: affiliate === undefined ? null : Number(affiliate) };
  const [, id] = /^install\/(\d{1,9})$/.exec(rest ?? '') ?? [];
  return id === undefined ? { part: 'masters', id: null } : { part: 'install', id: Number(id) };
}
