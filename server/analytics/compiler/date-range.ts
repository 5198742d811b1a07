import {
  addMonths,
  addQuarters,
  addWeeks,
  addYears,
  startOfISOWeek,
  startOfMonth,
  startOfQuarter,
  startOfYear,
} from 'date-fns';
import {
  addDays,
  calendar,
  type Day,
  dayAt,
  dayOf,
  daySchema,
  instantAt,
  type Window,
  windowOf,
} from '#contract/period.ts';
import { QueryProblem } from './query.ts';

export type DateRange = {
  /** Half-open, in whole seconds. */
  window: Window;
  /** The range as Cube writes it back: both ends local and included. */
  shown: [string, string];
};

/**
 * A Cube date range: one day, two days, two local times, two instants, or words such as `last 7 days`.
 * Days and times are local to `zone`; the last one is included.
 */
export function dateRangeOf(input: string | readonly string[], zone: string, now: Date): DateRange {
  if (typeof input === 'string') {
    const days = wordsToDays(input.trim().toLowerCase(), dayAt(now, zone));
    return rangeOf(days ?? [input, input], zone);
  }
  const [from = '', to = from] = input;
  return rangeOf([from, to], zone);
}

function rangeOf([from, to]: readonly [string, string], zone: string): DateRange {
  const first = edgeOf(from, zone, 'first');
  const last = edgeOf(to, zone, 'last');
  const window = { from: floor(first.instant), to: new Date(floor(last.instant).getTime() + 1000) };
  const isEmpty = window.from >= window.to;
  // A zone that skipped a day gives that day an empty window.
  if (isEmpty && first.shown >= last.shown) {
    throw new QueryProblem('dateRange', 'The end of the date range is before its start.');
  }
  return { window, shown: [first.shown, last.shown] };
}

const floor = (instant: Date) => new Date(Math.floor(instant.getTime() / 1000) * 1000);

function edgeOf(text: string, zone: string, edge: 'first' | 'last') {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)) {
    const { from, to } = windowOf({ start: text, end: text }, zone);
    return edge === 'first'
      ? { instant: from, shown: `${text}T00:00:00.000` }
      : { instant: new Date(to.getTime() - 1), shown: `${text}T23:59:59.999` };
  }
  const time =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,6})?(Z|[+-]\d{2}:?\d{2})?$/.exec(text);
  const [, day = '', minutes = '', seconds = ':00', fraction = '.000', offset] = time ?? [];
  const wall = `${day}T${minutes}${seconds}${fraction.padEnd(4, '0').slice(0, 4)}`;
  if (!time || !isDay(day) || Number.isNaN(Date.parse(`${wall}${offset ?? 'Z'}`))) {
    throw unreadable(text);
  }
  const instant = offset ? new Date(`${wall}${offset}`) : instantAt(wall, zone);
  return { instant, shown: wall };
}

const isDay = (text: string): boolean => daySchema.safeParse(text).success;

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Cube's words for ranges. `last 7 days` ends yesterday, `this week` starts on Monday. */
function wordsToDays(words: string, today: Day): readonly [Day, Day] | null {
  if (words === 'today') return [today, today];
  if (words === 'yesterday') return [addDays(today, -1), addDays(today, -1)];
  const since = /^from (\d{1,4}) days? ago to (now|today)$/.exec(words);
  if (since) return [addDays(today, -Number(since[1])), today];
  const span = /^(this|last)(?: (\d{1,4}))? (day|week|month|quarter|year)s?$/.exec(words);
  if (!span) return null;
  const [, which, many, unit = 'day'] = span;
  if (which === 'this') {
    return many ? null : [unitStart(today, unit, 0), addDays(unitStart(today, unit, 1), -1)];
  }
  return [unitStart(today, unit, -Number(many ?? 1)), addDays(unitStart(today, unit, 0), -1)];
}

/** The first day of the calendar unit that lies `away` units from the one that contains a day. */
function unitStart(day: Day, unit: Unit | string, away: number): Day {
  switch (unit) {
    case 'week':
      return dayOf(startOfISOWeek(addWeeks(day, away, calendar)));
    case 'month':
      return dayOf(startOfMonth(addMonths(day, away, calendar)));
    case 'quarter':
      return dayOf(startOfQuarter(addQuarters(day, away, calendar)));
    case 'year':
      return dayOf(startOfYear(addYears(day, away, calendar)));
    default:
      return addDays(day, away);
  }
}

const unreadable = (text: string) =>
  new QueryProblem(
    'dateRange',
    `"${text.slice(0, 64)}" is no date range known here. Use two dates of the years 1970 to 2099 as YYYY-MM-DD, "today", "yesterday", "this month", "last 7 days" and the like.`,
  );
