import type {
  FailedCount,
  FailedItem,
  FailedQueue,
  FailedSubject,
  ReasonKind,
  Retried,
} from '#contract/failed-items/schemas.ts';
import { count } from '../kit/format.ts';

/** The names of the queues. */
export const queueWords: Record<FailedQueue, string> = {
  events: 'Events',
  conversions: 'Conversions',
  decisions: 'Decisions and corrections',
  recompute: 'Recalculations',
  pixels: 'Event pixels',
  mails: 'Mails',
  jobs: 'Scheduled work',
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
  job: ({ name }) => `Scheduled work${named(name)}`,
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
  job: 'Planned',
};

/** The error of an item in one sentence, with its code. */
export const errorOf = ({ reason, reason_kind: kind }: Failure): string =>
  reasonWords[kind](reason);

type Failure = Pick<FailedItem, 'reason' | 'reason_kind'>;

const reasonWords: Record<ReasonKind, (reason: string) => string> = {
  too_large: (reason) => `It is too large for the warehouse (${reason}).`,
  warehouse: (reason) => `The warehouse answered with error ${reason}.`,
  mail_refused: (reason) => `The mail server refused it (${reason}).`,
  mail_server: (reason) => `The mail server could not be used (${reason}).`,
  other: sentenceOf,
};

function sentenceOf(reason: string): string {
  const [message = '', code] = reason.split(' | ');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`.replace(/\.$/, '');
  return code === undefined || code === message ? `${sentence}.` : `${sentence} (${code}).`;
}

/** What the result of a retry says. */
export function retriedWords({ retried, remaining, reason }: Retried): string {
  if (remaining === 0) return backWords(retried);
  const back = retried === 0 ? 'Nothing was tried again.' : backWords(retried);
  const stay =
    remaining === 1
      ? 'One item stays here:'
      : `${count(remaining)} items stay here, the first because:`;
  return `${back} ${stay} ${reason}`;
}

const backWords = (retried: number): string =>
  retried === 1
    ? 'One item is being tried again. If it fails, it is listed here once more.'
    : `${count(retried)} items are being tried again. What fails is listed here once more.`;
