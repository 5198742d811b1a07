import type { MasterPixelState } from '#contract/master-pixels/schemas.ts';
import { textMap } from '#contract/text-map.ts';
import type { EventTimes, PixelTraffic } from './event-times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** A silence more probable than this means nothing. */
const chance = 0.001;
/** Fewer events say nothing about the share of refusals. */
const fewest = 20;
const mostRefused = 0.2;
/** Reasons counted on kept events, and consequences of a pause. */
const harmless = /^(bot|datacenter|pixel_paused|too_many_.*)$/;

type State = { state: MasterPixelState; reason: string };

/** The state of a pixel and its reason, by its traffic. */
export function stateOf(status: string, seen: PixelTraffic, now: Date): State {
  if (status !== 'active') {
    return { state: 'paused', reason: 'It is paused: events with its key are refused.' };
  }
  const refusals = seen.rejected24h.filter(({ reason }) => !harmless.test(reason));
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  const why = whyOf(refusals[0]?.reason);
  if (!seen.firstAt || !seen.lastAt) {
    const reason =
      refused === 0
        ? 'No event has arrived yet.'
        : `No event was accepted yet: ${plural(refused, 'event was', 'events were')} refused, because ${why}.`;
    return { state: 'unverified', reason };
  }
  const sent = refused + seen.received24h;
  if (sent >= fewest && refused / sent > mostRefused) {
    const most = refusals.length > 1 ? 'most because' : 'because';
    const reason = `${refused} of ${sent} events of the last 24 hours were refused, ${most} ${why}.`;
    return { state: 'error', reason };
  }
  const usual = expectedCount(seen, now.getTime() - seen.lastAt.getTime());
  if (usual !== null && Math.exp(-usual) < chance) {
    const gap = spanOf(now.getTime() - seen.lastAt.getTime());
    const reason = `No event for ${gap}, where about ${Math.round(usual)} are usual.`;
    return { state: 'silent', reason };
  }
  return { state: 'active', reason: 'Events arrive as usual.' };
}

/**
 * The number of events usual for the time since the last one: as many as in the same hours of earlier weeks, or of
 * earlier days while there is no full week. Null before there is a full day.
 */
export function expectedCount({ firstAt, lastAt, byHour }: EventTimes, gap: number): number | null {
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

/** Counts whole hours only, because the part of a cut hour is unknown. */
function countIn(byHour: EventTimes['byHour'], from: number, to: number): number {
  let sum = 0;
  for (let hour = Math.ceil(from / HOUR) * HOUR; hour + HOUR <= to; hour += HOUR) {
    sum += byHour.get(hour) ?? 0;
  }
  return sum;
}

const reasons = textMap({
  domain_not_allowed: 'their site is not among its domains',
  not_kept: 'they could not be stored at that time',
  rate_network: 'too many came from one network at once',
  rate_pixel: 'too many came at once',
  unknown_field: 'they have unknown fields',
});

function whyOf(code: string | undefined): string {
  if (code === undefined) return '';
  const [, field, fault] = /^(.+)_(missing|invalid|too_long|too_early|too_late|not_allowed)$/.exec(
    code,
  ) ?? [null, code, ''];
  const faults = textMap({
    missing: `${field} is missing`,
    too_long: `${field} is too long`,
    not_allowed: `${field} needs the key of a server`,
  });
  return reasons.get(code) ?? faults.get(`${fault}`) ?? `${field} is not valid`;
}

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

function spanOf(ms: number): string {
  if (ms >= 2 * DAY) return plural(Math.floor(ms / DAY), 'day', 'days');
  if (ms >= 2 * HOUR) return plural(Math.floor(ms / HOUR), 'hour', 'hours');
  return plural(Math.max(1, Math.floor(ms / 60_000)), 'minute', 'minutes');
}
