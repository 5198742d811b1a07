import { type ComparedPeriod, comparedWith } from '#contract/analytics/comparison.ts';
import type { ReportQuery } from '#contract/analytics/report-query.ts';
import { daysIn, longestPeriod, type Period } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';

type Asked = Pick<ReportQuery, 'compare' | 'compare_start' | 'compare_end'>;

/** The period or target a report is compared with, as its query asks. */
export function comparisonOf(
  asked: Asked,
  period: Period,
  zone: string,
  now: Date,
): ComparedPeriod | null {
  const mode = asked.compare;
  if (mode === 'none') return null;
  return comparedWith(mode === 'custom' ? { custom: namedIn(asked) } : mode, period, zone, now);
}

function namedIn({ compare_start: start, compare_end: end }: Asked): Period {
  if (!start) throw invalid('compare_start', 'Name the first day to compare with.');
  if (!end) throw invalid('compare_end', 'Name the last day to compare with.');
  if (start > end) throw invalid('compare_end', 'The last day is before the first.');
  if (daysIn({ start, end }) > longestPeriod) {
    throw invalid('compare_end', `Choose at most ${longestPeriod} days to compare with.`);
  }
  return { start, end };
}
