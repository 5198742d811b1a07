import { type AnyEventObject, fromCallback } from 'xstate';
import type { TestRecalledEvent } from '#model/split-test-detail.ts';

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

const idIn = (pathname: string): string | null =>
  /^\/split-test\/([^/]+)\/*$/.exec(pathname)?.[1] ?? null;

/** Reports which test the address names, at the start and after every change of it. */
export const watchTestAddress = (window: Window) =>
  fromCallback<AnyEventObject, undefined, TestRecalledEvent>(({ sendBack }) => {
    let known: string | null = null;
    const report = () => {
      const id = idIn(window.location.pathname);
      if (id === null || id === 'add' || id === known) return;
      known = id;
      sendBack({ type: 'address.recalled', place: { id } });
    };
    report();
    for (const change of navigationEvents) window.addEventListener(change, report);
    return () => {
      for (const change of navigationEvents) window.removeEventListener(change, report);
    };
  });
