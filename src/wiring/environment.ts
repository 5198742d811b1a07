/** The browser as the app uses it. Tests provide another one. */
export type Environment = {
  window: Window;
  /** The object that `/conf.js` puts on the window; parsed before use. */
  config: unknown;
  fetch: typeof fetch;
  now: () => number;
  /** Messages between the tabs of this browser; null where it has no channels. */
  channel: BroadcastChannel | null;
  navigate: (to: string, options: { replace: boolean }) => void;
  warn: (message: string) => void;
  /** Shows a toast with one action, unless a toast with this id or this message is on screen. */
  undoToast: (message: string, label: string, take: () => void, id?: string) => void;
  report: (message: string, reason: unknown) => void;
  /** Fetches the code of the screens that only members see. */
  fetchScreens: () => Promise<unknown>;
};
