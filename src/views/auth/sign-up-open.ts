/** Whether strangers may sign up here, as `/conf.js` says. */
export const isSignUpOpen = (): boolean =>
  (window.__CONF__ as { sign_up?: unknown } | undefined)?.sign_up !== false;
