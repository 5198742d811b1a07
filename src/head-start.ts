import { withHeadStart } from '#services/app/head-start.ts';
import { clockOf } from '#services/kit/fixed-clock.ts';

declare global {
  interface Window {
    /** Written by `/conf.js`. */
    __CONF__?: unknown;
  }
}

/** `main.tsx` imports this file first, so that the server already works while the browser loads the rest. */
export const fetchEarly = withHeadStart({
  window,
  config: window.__CONF__,
  now: clockOf(window),
  fetch: window.fetch.bind(window),
});
