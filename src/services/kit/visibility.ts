/** Waits until somebody can see the page, or until nobody waits any longer. */
export const untilSeen =
  (window: Window) =>
  (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const page = window.document;
      if (page.visibilityState !== 'hidden' || signal.aborted) return resolve();
      const look = () => {
        if (page.visibilityState === 'hidden' && !signal.aborted) return;
        page.removeEventListener('visibilitychange', look);
        signal.removeEventListener('abort', look);
        resolve();
      };
      page.addEventListener('visibilitychange', look);
      signal.addEventListener('abort', look);
    });
