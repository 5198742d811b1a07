import { type AnyEventObject, fromCallback } from 'xstate';

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

/** A new page starts at its top, or at the anchor its address names. */
export function scrollTo(window: Window, hash: string) {
  const anchor = window.document.getElementById(decoded(hash.slice(1)));
  if (anchor) anchor.scrollIntoView();
  else window.scrollTo(0, 0);
}

/** An address may hold anything, also what cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
