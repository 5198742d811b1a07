/** The environment of the app. Tests provide their own. */
export type World = {
  window: Window;
  /** The configuration that `/conf.js` sets on the window. */
  config: unknown;
  fetch: typeof fetch;
  now: () => number;
  /** The channel to other tabs; null if the browser does not support channels. */
  channel: BroadcastChannel | null;
  navigate: (to: string, options: { replace: boolean }) => void;
  warn: (message: string) => void;
  /**
   * Shows a toast whose button calls `take`. Only one toast with the same id is on screen; the default id is the
   * message.
   */
  undoToast: (message: string, label: string, take: () => void, id?: string) => void;
  report: (message: string, reason: unknown) => void;
  /** Loads the views that only members see. */
  fetchScreens: () => Promise<unknown>;
};
