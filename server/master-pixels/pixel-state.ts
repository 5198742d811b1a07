import type { MasterPixelState } from '#contract/master-pixels/schemas.ts';
import type { Seen, Sightings } from './event-times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** A silence that happens by chance less often than this is none. */
const chance = 0.001;
/** Fewer than this tell nothing about the share that is refused. */
const fewest = 20;
const mostRefused = 0.2;
/** What is counted although it is kept, and what follows from a pause. */
const harmless = /^(bot|datacenter|pixel_paused|too_many_.*)$/;

type State = { state: MasterPixelState; reason: string };

/** How a pixel does, and why, from what came of it. */
export function stateOf(status: string, seen: Seen, now: Date): State {
  if (status !== 'active') {
    return { state: 'paused', reason: 'It is paused: what comes with its key is refused.' };
  }
  const refusals = seen.rejected24h.filter(({ reason }) => !harmless.test(reason));
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  const why = whyOf(refusals[0]?.reason);
  if (!seen.firstAt || !seen.lastAt) {
    const reason =
      refused === 0
        ? 'No event has come yet.'
        : `No event was taken yet: ${plural(refused, 'event was', 'events were')} refused, because ${why}.`;
    return { state: 'unverified', reason };
  }
  const sent = refused + seen.received24h;
  if (sent >= fewest && refused / sent > mostRefused) {
    const most = refusals.length > 1 ? 'most because' : 'because';
    const reason = `${refused} of ${sent} events of the last 24 hours were refused, ${most} ${why}.`;
    return { state: 'error', reason };
  }
  const usual = usualIn(seen, now.getTime() - seen.lastAt.getTime());
  if (usual !== null && Math.exp(-usual) < chance) {
    const gap = spanOf(now.getTime() - seen.lastAt.getTime());
    const reason = `No event for ${gap}, where about ${Math.round(usual)} are usual.`;
    return { state: 'silent', reason };
  }
  return { state: 'active', reason: 'Events arrive as usual.' };
}

/**
 * How many events usually come in the time after the last one: as many as came in the same hours of the weeks before
 * it, or of the days before it while there is no full week. Null while there is no full day.
 */
export function usualIn({ firstAt, lastAt, byHour }: Sightings, gap: number): number | null {
  if (!firstAt || !lastAt) return null;
  const [first, last] = [firstAt.getTime(), lastAt.getTime()];
  const startsOf = (step: number) =>
    [1, 2, 3, 4].map((times) => last - times * step).filter((start) => start >= first);
  const step = startsOf(WEEK).length > 0 ? WEEK : DAY;
  const starts = startsOf(step);
  if (starts.length === 0) return null;
  const length = Math.min(gap, step);
  const counts = starts.map((start) => countIn(byHour, start, start + length));
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/** In the hours that lie wholly inside: of the others nobody knows which part of them it was. */
function countIn(byHour: Sightings['byHour'], from: number, to: number): number {
  let sum = 0;
  for (let hour = Math.ceil(from / HOUR) * HOUR; hour + HOUR <= to; hour += HOUR) {
    sum += byHour.get(hour) ?? 0;
  }
  return sum;
}

const reasons: Record<string, string> = {
  domain_not_allowed: 'their site is not among its domains',
  not_kept: 'nothing could be kept just then',
  rate_network: 'too many came from one network at once',
  rate_pixel: 'too many came at once',
  unknown_field: 'they hold fields that are not known',
};

function whyOf(code: string | undefined): string {
  if (code === undefined) return '';
  const [, field, fault] = /^(.+)_(missing|invalid|too_long|too_early|too_late|not_allowed)$/.exec(
    code,
  ) ?? [null, code, ''];
  const faults: Record<string, string> = {
    missing: `${field} is missing`,
    too_long: `${field} is too long`,
    not_allowed: `${field} needs the key of a server`,
  };
  return reasons[code] ?? faults[`${fault}`] ?? `${field} is not valid`;
}

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

function spanOf(ms: number): string {
  if (ms >= 2 * DAY) return plural(Math.floor(ms / DAY), 'day', 'days');
  if (ms >= 2 * HOUR) return plural(Math.floor(ms / HOUR), 'hour', 'hours');
  return plural(Math.max(1, Math.floor(ms / 60_000)), 'minute', 'minutes');
}
