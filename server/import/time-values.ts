import { instantOf } from '#contract/collect/events.ts';
import { instantAt } from '#contract/period.ts';

export const dayOrders = ['dmy', 'mdy'] as const;
/** Whether a file writes the day before the month, as in 31/12/2026, or after it. */
export type DayOrder = (typeof dayOrders)[number];

const clock =
  '(?:[T ] *(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?(?: ?([AP])\\.?M\\.?)?(Z|[+-]\\d{2}:?\\d{2})?)?';
const yearFirst = new RegExp(`^(\\d{4})([-/.]?)(\\d{1,2})\\2(\\d{1,2})${clock}$`, 'i');
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4})${clock}$`, 'i');

type Parts = { day: string; clock: (string | undefined)[] };

/** The order that a day such as 31/12/2026 or 31.12.2026 has; `open` for 01/12/2026, null for other days. */
export function orderIn(text: string): DayOrder | 'open' | null {
  const [, first, mark, second] = yearLast.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return null;
  if (Number(first) > 12 || mark === '.') return 'dmy';
  if (Number(second) > 12) return 'mdy';
  return Number(first) === Number(second) ? null : 'open';
}

const isDay = (day: string) => instantOf(`${day}T00:00:00Z`) !== null;
const two = (text = '') => text.padStart(2, '0');

/** The calendar day and the clock of a text; null for a day that is none, or that two orders would read differently. */
function partsOf(text: string, order: DayOrder | null): Parts | null {
  const first = yearFirst.exec(text);
  if (first) {
    const [, year, mark, month = '', date = '', ...clock] = first;
    if (mark === '' && month.length + date.length < 4) return null;
    const day = `${year}-${two(month)}-${two(date)}`;
    return isDay(day) ? { day, clock } : null;
  }
  const last = yearLast.exec(text);
  if (!last) return null;
  const [, one, mark, other, year, ...clock] = last;
  const isEqual = Number(one) === Number(other);
  const known = mark === '.' ? 'dmy' : isEqual ? 'dmy' : order;
  if (known === null) return null;
  const day =
    known === 'dmy' ? `${year}-${two(other)}-${two(one)}` : `${year}-${two(one)}-${two(other)}`;
  return isDay(day) ? { day, clock } : null;
}

/**
 * A time in a file as milliseconds since 1970; one without an offset is local to the zone, and of two equal hours at
 * the end of summer time it is the earlier. `20260601` is a day. Null for an invalid time.
 */
export function timeOf(text: string, timezone: string, order: DayOrder | null): number | null {
  const parts = partsOf(text, order);
  if (!parts) return /^\d{8}$/.test(text) ? null : instantOf(text);
  const [hours = '0', minute = '00', second = '00', fraction = '', half, offset] = parts.clock;
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const wall = `${parts.day}T${two(String(hour))}:${minute}:${second}.${milliseconds}`;
  return offset ? instantOf(`${wall}${offset}`) : instantAt(wall, timezone).getTime();
}

/** YYYY-MM-DD of a day in a common format; other texts stay as they are. */
export const dayOf = (text: string, order: DayOrder | null): string =>
  partsOf(text, order)?.day ?? text;
