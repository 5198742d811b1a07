import { type ComparedPeriod, comparedWith } from '#contract/analytics/comparison.ts';
import type { ReportQuery } from '#contract/analytics/report-query.ts';
import { daysIn, longestPeriod, type Period } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';

type ComparisonQuery = Pick<ReportQuery, 'compare' | 'compare_start' | 'compare_end'>;

/** The period or target a report is compared with, as its query asks. */
export function comparisonOf(
  query: ComparisonQuery,
  period: Period,
  zone: string,
  now: Date,
): ComparedPeriod | null {
  const mode = query.compare;
  if (mode === 'none') return null;
  return comparedWith(mode === 'custom' ? { custom: namedIn(query) } : mode, period, zone, now);
}

function namedIn({ compare_start: start, compare_end: end }: ComparisonQuery): Period {
  if (!start) throw invalid('compare_start', 'Name the first day to compare with.');
  if (!end) throw invalid('compare_end', 'Name the last day to compare with.');
  if (start > end) throw invalid('compare_end', 'The last day is before the first.');
  if (daysIn({ start, end }) > longestPeriod) {
    throw invalid('compare_end', `Choose at most ${longestPeriod} days to compare with.`);
  }
  return { start, end };
}
