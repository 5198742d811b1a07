/** A failure of a mail server, without its message, which quotes addresses. */
export type MailFailure = { status: number | null; code: string | null };

/** The reason why a mail was given up. */
export const undeliveredReason = ({ status, code }: MailFailure): string =>
  [status, code].filter((part) => part !== null).join(' ') ||
  'The mail could not be delivered, for an unknown reason.';

/** The kind of error that such a reason tells; null where it names neither a status nor a code. */
export function mailReasonKind(reason: string): 'mail_refused' | 'mail_server' | null {
  if (/^\d{3}\b/.test(reason)) return 'mail_refused';
  return /^[A-Z][A-Z_\d]*$/.test(reason) ? 'mail_server' : null;
}
