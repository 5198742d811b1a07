import { addDays, dayAt, daysIn, longestPeriod, type Period } from '#contract/period.ts';
import { invalid } from '../platform/refusal.ts';

type Asked = {
  start_date?: string | undefined;
  end_date?: string | undefined;
  timezone: string;
};

/** The days of a list or report; the last seven where none is named. */
export function reportPeriod(
  { start_date: first, end_date: last, timezone }: Asked,
  now: Date,
): Period {
  const end = last ?? first ?? dayAt(now, timezone);
  const start = first ?? last ?? addDays(end, -6);
  if (start > end) throw invalid('end_date', 'The last day is before the first.');
  if (daysIn({ start, end }) > longestPeriod) {
    throw invalid('end_date', `Choose at most ${longestPeriod} days.`);
  }
  return { start, end };
}
