import { tzOffset } from '@date-fns/tz';
import { utc } from '@date-fns/utc';
import { addDays as daysLater } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { isMonday } from 'date-fns/isMonday';
import { startOfMonth } from 'date-fns/startOfMonth';
import { z } from 'zod';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A calendar day as YYYY-MM-DD, without a time zone. */
export type Day = string;

/** Half-open: contains `from` but not `to`. */
export type Window = { from: Date; to: Date };

export type Period = { start: Day; end: Day };

export type Granularity = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The longest period of one query, in days. */
export const longestPeriod = 400;

const supportedYears = { from: Date.UTC(1970, 0, 1), to: Date.UTC(2100, 0, 1) };

/** Whether queries may use the instant. Both stores and all day arithmetic support these years. */
export const isSupportedDay = (instant: Date): boolean =>
  instant.getTime() >= supportedYears.from && instant.getTime() < supportedYears.to;

/** Reads MM/DD/YYYY or YYYY-MM-DD; refuses a day outside the calendar or the supported years. */
export const daySchema = z.string().transform((input, context): Day => {
  const usDate = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(input);
  const day = usDate ? `${usDate[3]}-${usDate[1]}-${usDate[2]}` : input;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
  if (isDay && isSupportedDay(new Date(time))) return day;
  context.addIssue({
    code: 'custom',
    message: isDay
      ? 'Choose a day from 1970 to 2099.'
      : 'Enter a date as MM/DD/YYYY or YYYY-MM-DD.',
  });
  return z.NEVER;
});

/** An ISO 8601 time with its offset. */
export const momentSchema = z.iso
  .datetime({ offset: true, error: 'Enter a time with its time zone.', abort: true })
  .refine((text) => isSupportedDay(new Date(text)), 'Choose a time from 1970 to 2099.');

/** MM/DD/YYYY, as `user.dateRange` writes it. */
export const american = (day: Day): string =>
  `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const offsetAt = (zone: string, time: number): number => tzOffset(zone, new Date(time)) * 60_000;

/** The calendar day of an instant in a zone. */
export const dayAt = (instant: Date, zone: string): Day =>
  new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString().slice(0, 10);

/** The local time of an instant: `2026-11-20T14:00:00.000`. */
export const wallTime = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + offsetAt(zone, instant.getTime())).toISOString().slice(0, 23);

/** The local time in whole seconds with the zone's offset: `2026-11-20T14:00:00-05:00`. */
export function zonedTime(instant: Date, zone: string): string {
  const minutes = offsetAt(zone, instant.getTime()) / 60_000;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const offset = `${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${wallTime(instant, zone).slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Days have no zone, so the calendar counts them in UTC, whatever the zone of this process. */
export const calendar = { in: utc };

/** The day of an instant in UTC. */
export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(daysLater(day, days, calendar));

/** The number of days, both ends included. */
export const daysIn = ({ start, end }: Period): number =>
  differenceInCalendarDays(end, start, calendar) + 1;

/**
 * The first instant of a local day.
 *
 * Zones also change their offset at midnight: a day with a skipped midnight starts at the transition, one with a
 * repeated midnight at the first of the two, and a day that a zone skipped whole starts with the next day.
 */
export function startOfDay(day: Day, zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const candidates = [offsetAt(zone, wall - DAY), offsetAt(zone, wall + DAY)]
    .map((offset) => wall - offset)
    .sort((a, b) => a - b);
  const found = candidates.find((time) => dayAt(new Date(time), zone) >= day);
  return new Date(found ?? wall - offsetAt(zone, wall));
}

/** The instant of a local time `YYYY-MM-DDTHH:mm:ss.SSS`: the earlier of two, or the end of a gap. */
export function instantAt(wall: string, zone: string): Date {
  const time = Date.parse(`${wall}Z`);
  const offsets = [offsetAt(zone, time - DAY), offsetAt(zone, time + DAY)];
  const candidates = offsets.map((offset) => time - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => instant + offsetAt(zone, instant) === time);
  return new Date(exact ?? time - Math.min(...offsets));
}

/** Noon, for entries that have a day and no time. */
export const noonOf = (day: Day, zone: string): Date => instantAt(`${day}T12:00:00.000`, zone);

/** Inclusive local days as one half-open window of instants. */
export const windowOf = ({ start, end }: Period, zone: string): Window => ({
  from: startOfDay(start, zone),
  to: startOfDay(addDays(end, 1), zone),
});

/**
 * The start of each bucket of a period. Hours are counted from each local midnight, so a day has 23, 24 or 25 of them
 * (24.5 at Lord Howe: the last is half an hour) and none is merged. A day that a zone skipped has no bucket.
 */
export function bucketsOf(period: Period, zone: string, granularity: Granularity): Date[] {
  const days = Array.from({ length: daysIn(period) }, (_, index) => addDays(period.start, index));
  if (granularity === 'hour') return days.flatMap((day) => hoursOf(day, zone));
  return days
    .filter((day, index) => index === 0 || startsBucket(day, granularity))
    .map((day) => ({ start: startOfDay(day, zone), next: startOfDay(addDays(day, 1), zone) }))
    .filter(({ start, next }) => start < next)
    .map(({ start }) => start);
}

function hoursOf(day: Day, zone: string): Date[] {
  const { from, to } = windowOf({ start: day, end: day }, zone);
  const hours = Math.ceil((to.getTime() - from.getTime()) / HOUR);
  return Array.from({ length: hours }, (_, hour) => new Date(from.getTime() + hour * HOUR));
}

function startsBucket(day: Day, granularity: Exclude<Granularity, 'hour'>): boolean {
  switch (granularity) {
    case 'day':
      return true;
    case 'week':
      return isMonday(day, calendar);
    case 'month':
      return day.endsWith('-01');
    case 'quarter':
      return /-(01|04|07|10)-01$/.test(day);
    case 'year':
      return day.endsWith('-01-01');
  }
}

/** Hourly when start and end are the same day, else daily. */
export const granularityOf = ({ start, end }: Period): 'hour' | 'day' =>
  start === end ? 'hour' : 'day';

/** The month of a day and the twelve months before it, so that it can be compared with the same month last year. */
export function thirteenMonthsTo(end: Day): Period {
  const firstOf = (months: number) => dayOf(startOfMonth(addMonths(end, months, calendar)));
  return { start: firstOf(-12), end: addDays(firstOf(1), -1) };
}

/** All days of "2026-11". */
export const monthPeriod = (month: string): Period => ({
  start: `${month}-01`,
  end: thirteenMonthsTo(`${month}-01`).end,
});

export const presets = [
  'today',
  'yesterday',
  'last_7_days',
  'last_14_days',
  'last_30_days',
  'this_month',
  'last_month',
  'last_90_days',
] as const;
export type Preset = (typeof presets)[number];

export function periodOf(preset: Preset, today: Day): Period {
  const monthStart = dayOf(startOfMonth(today, calendar));
  const lastMonthEnd = addDays(monthStart, -1);
  const periods: Record<Preset, Period> = {
    today: { start: today, end: today },
    yesterday: { start: addDays(today, -1), end: addDays(today, -1) },
    last_7_days: { start: addDays(today, -6), end: today },
    last_14_days: { start: addDays(today, -13), end: today },
    last_30_days: { start: addDays(today, -29), end: today },
    this_month: { start: monthStart, end: today },
    last_month: { start: dayOf(startOfMonth(lastMonthEnd, calendar)), end: lastMonthEnd },
    last_90_days: { start: addDays(today, -89), end: today },
  };
  return periods[preset];
}
