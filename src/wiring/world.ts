/** The world outside the app. Tests bring another one. */
export type World = {
  window: Window;
  /** What `/conf.js` left on the window. */
  config: unknown;
  fetch: typeof fetch;
  now: () => number;
  /** Another tab's voice; none where the browser has no channels. */
  channel: BroadcastChannel | null;
  navigate: (to: string, options: { replace: boolean }) => void;
  warn: (message: string) => void;
  /** A notice with one act that can be taken for as long as it stands. What has one id, or one message, stands once. */
  undoToast: (message: string, label: string, take: () => void, id?: string) => void;
  report: (message: string, reason: unknown) => void;
  /** Brings the screens that only members see. */
  fetchScreens: () => Promise<unknown>;
};
