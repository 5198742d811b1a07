import {
  addDays,
  type Day,
  dayAt,
  daysIn,
  type Period,
  startOfDay,
  type Window,
  windowOf,
} from '../period.ts';
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

function otherPeriod(mode: Exclude<Comparison, 'none' | 'custom'>, period: Period): Period {
  if (mode === 'last_year') {
    return yearBefore(period);
  }
  const days = daysIn(period);
  return { start: addDays(period.start, -days), end: addDays(period.start, -1) };
}

/**
 * The same dates of the year before. The 29th of February becomes the 28th, and at the beginning of several days the 1st
 * of March, because each day stands beside its date. A period with the whole of February is compared with the whole of
 * February.
 */
function yearBefore({ start, end }: Period): Period {
  const isWholeMonth = end.endsWith('-02-28') && start <= `${end.slice(0, 4)}-02-01`;
  const leapDay = `${yearEarlier(end)}-02-29`;
  return {
    start:
      start !== end && start.endsWith('-02-29') ? `${yearEarlier(start)}-03-01` : dayEarlier(start),
    end: isWholeMonth && addDays(leapDay, 0) === leapDay ? leapDay : dayEarlier(end),
  };
}

const yearEarlier = (day: Day): string => String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
const dayEarlier = (day: Day): Day =>
  day.endsWith('-02-29') ? `${yearEarlier(day)}-02-28` : `${yearEarlier(day)}${day.slice(4)}`;

/** The same elapsed time in the other period: the same day of it, the same time since midnight. */
function sameMoment(period: Period, other: Period, zone: string, now: Date): Date {
  const { from, to } = windowOf(period, zone);
  const end = windowOf(other, zone).to;
  if (now <= from || now >= to) return end;
  const today = dayAt(now, zone);
  const index = daysIn({ start: period.start, end: today }) - 1;
  const day = addDays(other.start, index);
  const elapsed = now.getTime() - startOfDay(today, zone).getTime();
  const moment = startOfDay(day, zone).getTime() + elapsed;
  return new Date(Math.min(moment, startOfDay(addDays(day, 1), zone).getTime(), end.getTime()));
}
