type Show = (message: string, options: { toastId: string }) => void;

/** Short messages that need no answer. One that is on screen is not shown a second time. */
export const createNotices = (toast: { warning: Show }) => ({
  warn: (message: string) => toast.warning(message, { toastId: message }),
});
