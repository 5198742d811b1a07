import {
  addDays,
  dayAt,
  daysIn,
  type Period,
  startOfDay,
  type Window,
  windowOf,
} from '../period.ts';
import { alignDays, sameDate } from './align-days.ts';
import type { Comparison } from './report-query.ts';

export type ComparedPeriod = {
  mode: Exclude<Comparison, 'none'>;
  /** The compared days as whole days. */
  period: Period;
  /** The compared window of totals; `same_elapsed` ends at the same elapsed time as now. */
  window: Window;
};

/** How much of a compared bucket counts: a comparison may end within the bucket or before it. */
export const comparedPart = (
  { start, end }: { start: Date; end: Date },
  { window: { to } }: ComparedPeriod,
): 'all' | 'some' | 'none' => (end <= to ? 'all' : start < to ? 'some' : 'none');

/** The compared period of a comparison mode. A custom comparison names its own days. */
export function comparedWith(
  mode: Exclude<Comparison, 'none' | 'custom'> | { custom: Period },
  period: Period,
  zone: string,
  now: Date,
): ComparedPeriod {
  const other = typeof mode === 'string' ? otherPeriod(mode, period) : mode.custom;
  const whole = windowOf(other, zone);
  const window =
    mode === 'same_elapsed' ? { ...whole, to: sameMoment(period, other, zone, now) } : whole;
  return { mode: typeof mode === 'string' ? mode : 'custom', period: other, window };
}

/** A period of a whole year is compared with the year before it, which may be a day longer or shorter. */
function otherPeriod(mode: Exclude<Comparison, 'none' | 'custom'>, period: Period): Period {
  const lastYear = yearBefore(period);
  const end = addDays(period.start, -1);
  return mode === 'last_year' || lastYear.end === end
    ? lastYear
    : { start: addDays(period.start, -daysIn(period)), end };
}

/**
 * The same dates of the year before. The 29th of February becomes the 28th, and at the beginning of several days the
 * 1st of March, because each day stands beside its date. A period with the whole of February is compared with the whole
 * of February.
 */
function yearBefore({ start, end }: Period): Period {
  const year = end.slice(0, 5);
  const isWholeMonth = end.endsWith('-02-28') && start <= `${year}02-01`;
  const last =
    isWholeMonth || end.endsWith('-02-29')
      ? addDays(sameDate(`${year}03-01`, 1), -1)
      : sameDate(end, 1);
  return { start: start === end ? last : sameDate(start, 1), end: last };
}

/**
 * The same elapsed time in the other period: the day beside today, the same time since midnight. A 29th of February
 * without a day beside it is compared with all days up to the one beside the 28th.
 */
function sameMoment(period: Period, other: Period, zone: string, now: Date): Date {
  const { from, to } = windowOf(period, zone);
  const end = windowOf(other, zone).to;
  if (now <= from || now >= to) return end;
  const today = dayAt(now, zone);
  const beside = alignDays(period, other);
  const twin = beside(today);
  const day = twin ?? beside(addDays(today, -1)) ?? other.start;
  const elapsed = twin
    ? now.getTime() - startOfDay(today, zone).getTime()
    : Number.POSITIVE_INFINITY;
  const moment = startOfDay(day, zone).getTime() + elapsed;
  return new Date(Math.min(moment, startOfDay(addDays(day, 1), zone).getTime(), end.getTime()));
}
