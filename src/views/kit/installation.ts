const configOf = (): { sign_up?: unknown; billing?: unknown } => Object(window.__CONF__);

/** Whether `/conf.js` allows new users to sign up. */
export const isSignUpOpen = (): boolean => configOf().sign_up !== false;

/** Whether companies have plans and invoices here. */
export const hasBilling = (): boolean => configOf().billing !== 'off';
