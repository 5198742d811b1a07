import type {
  FailedCount,
  FailedItem,
  FailedQueue,
  FailedSubject,
} from '#contract/failed-items/schemas.ts';

/** The names of the queues. */
export const queueWords: Record<FailedQueue, string> = {
  events: 'Events',
  conversions: 'Conversions',
  decisions: 'Decisions and corrections',
  recompute: 'Recalculations',
  pixels: 'Event pixels',
  mails: 'Mails',
};

export const totalOf = (counts: readonly FailedCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

type Named = { name: string; to: string | null };

const subjectWords: Record<FailedSubject['kind'], (subject: FailedSubject) => string> = {
  event: ({ name, order }) => `Event${named(name)}${order === null ? '' : ` of order ${order}`}`,
  cost: () => 'Cost of a day',
  conversion: ({ name, conversion }) => `Conversion${named(name ?? conversion)}`,
  conversions: () => 'Conversions of one batch of events',
  decision: ({ name }) => (name === null ? 'Decision' : `Decision: ${name}`),
  correction: ({ name }) => `Correction for affiliate${named(name)}`,
  project: () => 'Recalculation of the project',
  invite: ({ name }) => (name === null ? 'Invite' : `Invite to ${name}`),
};

/** The same for what is sent to partners. */
const sentWords: Partial<typeof subjectWords> = {
  conversion: ({ conversion }) => `Event pixels for conversion${named(conversion)}`,
  conversions: () => 'Event pixels for several conversions',
};

const named = (name: string | null): string => (name === null ? '' : ` ${name}`);

/** The name of an item, and the page that shows it, where there is one. */
export function subjectOf({ queue, subject }: Pick<FailedItem, 'queue' | 'subject'>): Named {
  const { kind, conversion } = subject;
  const words = (queue === 'pixels' ? sentWords[kind] : undefined) ?? subjectWords[kind];
  const name = words(subject);
  if (conversion !== null) return { name, to: `/conversions/${encodeURIComponent(conversion)}` };
  return { name, to: kind === 'invite' ? '/settings#team' : null };
}

/** What the time of an item is. */
export const timeWords: Record<FailedSubject['kind'], string> = {
  event: 'Received',
  cost: 'Received',
  conversion: 'Of',
  conversions: 'Of',
  decision: 'Made',
  correction: 'Made',
  project: 'Requested',
  invite: 'Sent',
};

/** Errors of the warehouse for work that is too large or too deep. */
const excess = /^(62|158|167|168|306|307|396) /;

/** The error of an item in one sentence, with its code. */
export function errorOf({ queue, reason }: Pick<FailedItem, 'queue' | 'reason'>): string {
  if (queue === 'mails' && /^\d{3}\b/.test(reason))
    return `The mail server refused it (${reason}).`;
  if (queue === 'mails' && /^[A-Z_]+$/.test(reason)) {
    return `The mail server could not be used (${reason}).`;
  }
  if (excess.test(reason)) return `It is too large for the warehouse (${reason}).`;
  if (/^\d+ [A-Z_]+$/.test(reason)) return `The warehouse answered with error ${reason}.`;
  const [message = '', code] = reason.split(' | ');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`.replace(/\.$/, '');
  return code === undefined || code === message ? `${sentence}.` : `${sentence} (${code}).`;
}

/** What the result of a retry says. */
export const retriedWords = (retried: number): string =>
  retried === 1
    ? 'One item is being tried again. If it fails, it is listed here once more.'
    : `${retried.toLocaleString('en-US')} items are being tried again. What fails is listed here once more.`;
