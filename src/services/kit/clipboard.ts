/** Rejects where the browser allows no copying: without TLS, or when somebody forbade it. */
export const writeText = async (window: Window, text: string): Promise<void> =>
  window.navigator.clipboard.writeText(text);
