/** Rejects when the browser forbids copying, for example without TLS. */
export const writeText = async (window: Window, text: string): Promise<void> =>
  window.navigator.clipboard.writeText(text);
