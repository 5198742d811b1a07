const keptFor = 30 * 86_400_000;

/** What was archived or removed at this moment or before cannot be restored any more. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - keptFor);
