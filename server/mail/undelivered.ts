/** A failure of a mail server, without its message, which quotes addresses. */
export type MailFailure = { status: number | null; code: string | null };

/** The reason why a mail was given up. */
export const undeliveredReason = ({ status, code }: MailFailure): string =>
  [status, code].filter((part) => part !== null).join(' ') ||
  'The mail could not be delivered, for an unknown reason.';
