type Show = (message: string, options: { toastId: string }) => void;
type Toast = { warning: Show; clearWaitingQueue: () => void };

/**
 * Short messages that need no answer. One that is on screen is not shown a second time, and what finds no room is
 * dropped: a thousand failures are not worth an hour of notices.
 */
export const createNotices = (toast: Toast) => ({
  warn: (message: string) => {
    toast.warning(message, { toastId: message });
    toast.clearWaitingQueue();
  },
});
