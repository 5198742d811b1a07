/** Resolves when the page is visible, or when the signal aborts. */
export const whenVisible =
  (window: Window) =>
  (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const page = window.document;
      if (page.visibilityState !== 'hidden' || signal.aborted) return resolve();
      const check = () => {
        if (page.visibilityState === 'hidden' && !signal.aborted) return;
        page.removeEventListener('visibilitychange', check);
        signal.removeEventListener('abort', check);
        resolve();
      };
      page.addEventListener('visibilitychange', check);
      signal.addEventListener('abort', check);
    });
