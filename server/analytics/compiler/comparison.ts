import { type Compared, comparedWith } from '#contract/analytics/comparison.ts';
import type { ReportQuery } from '#contract/analytics/report-query.ts';
import { daysIn, mostDays, type Period } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';

type Asked = Pick<ReportQuery, 'compare' | 'compare_start' | 'compare_end'>;

/** The period or target a report is compared with, as its query asks. */
export function comparedOf(asked: Asked, period: Period, zone: string, now: Date): Compared | null {
  const mode = asked.compare;
  if (mode === 'none') return null;
  return comparedWith(mode === 'custom' ? { custom: namedIn(asked) } : mode, period, zone, now);
}

function namedIn({ compare_start: start, compare_end: end }: Asked): Period {
  if (!start) throw invalid('compare_start', 'Name the first day to compare with.');
  if (!end) throw invalid('compare_end', 'Name the last day to compare with.');
  if (start > end) throw invalid('compare_end', 'The last day lies before the first.');
  if (daysIn({ start, end }) > mostDays) {
    throw invalid('compare_end', `Choose at most ${mostDays} days to compare with.`);
  }
  return { start, end };
}
