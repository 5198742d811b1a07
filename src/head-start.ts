import { withHeadStart } from '#services/app/head-start.ts';
import { clockOf } from '#services/kit/stopped-clock.ts';

declare global {
  interface Window {
    /** Written by `/conf.js`. */
    __CONF__?: unknown;
  }
}

/** Imported before everything that takes the browser time to run, so that the server works meanwhile. */
export const fetchEarly = withHeadStart({
  window,
  config: window.__CONF__,
  now: clockOf(window),
  fetch: window.fetch.bind(window),
});
