type Show = (message: string, options: { toastId: string }) => void;
type Toast = { warning: Show; clearWaitingQueue: () => void };

/**
 * Shows short messages as toasts. A message that is already on screen is not repeated, and messages that do not fit are
 * dropped instead of queued.
 */
export const createNotices = (toast: Toast) => ({
  warn: (message: string) => {
    toast.warning(message, { toastId: message });
    toast.clearWaitingQueue();
  },
});
