/** The nonce of this answer, written into the page by the server. The one place that reads it. */
export const nonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
