import { withHeadStart } from '#services/head-start.ts';

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
  fetch: window.fetch.bind(window),
});
