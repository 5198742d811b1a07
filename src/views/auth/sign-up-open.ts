/** Whether `/conf.js` allows new users to sign up. */
export const isSignUpOpen = (): boolean =>
  (window.__CONF__ as { sign_up?: unknown } | undefined)?.sign_up !== false;
