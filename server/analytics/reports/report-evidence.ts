import { places } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import { arrived } from '../evidence/arrived-share.ts';
import type { Gathering, Grouped } from '../evidence/evidence-query.ts';
import { priorOf, type Sample } from '../evidence/posterior.ts';
import type { Known } from '../evidence/row-evidence.ts';
import { chosen, type Report } from './report.ts';

/** Beside a row of figures: its recent clicks, and what its clicks brought whenever that came. */
export type Beside = { recent: Row | undefined; earned: Row | undefined };
export type Gathered = { recent: readonly Row[] | null; earned: readonly Row[] | null };

/** On the clock of clicks the rows themselves say what their clicks brought. */
export async function gather(
  report: Report,
  gathering: Gathering,
  grouped: Grouped,
): Promise<Gathered> {
  const [recent, earned] = await Promise.all([
    gathering.recent(grouped),
    report.inquiry.attribution.clock === 'click'
      ? null
      : gathering.earned(grouped, sampleMeasures(report)),
  ]);
  return { recent, earned };
}

const sampled = ['conversions', 'revenue', 'revenue_error'] as const;
export const sampleMeasures = (report: Report): string[] => sampled.map(chosen(report).measure);

/** The figures of rows as statistics need them; what money is shown never comes from here. */
function sampleIn(report: Report, ...rows: readonly (Row | undefined)[]): Sample {
  const { measure } = chosen(report);
  const sum = (name: string, power = 1) =>
    rows.reduce((total, row) => total + Number(row?.[name] ?? 0) ** power, 0);
  return {
    clicks: rows.reduce((total, row) => total + Number(row?.unique_clicks ?? row?.clicks ?? 0), 0),
    conversions: sum(measure('conversions')),
    revenue: sum(measure('revenue')),
    squares: sum(measure('revenue_error'), 2),
  };
}

/** The share of the conversions of a row's clicks that has arrived; clicks beyond the horizon have brought theirs. */
export function settledIn(
  clicks: number,
  recent: readonly (Row | undefined)[] | null,
): number | null {
  if (clicks <= 0 || recent === null) return null;
  const sum = (name: string) => recent.reduce((total, row) => total + Number(row?.[name] ?? 0), 0);
  const settled = 1 - (sum('clicks') - sum(arrived)) / clicks;
  return Number(Math.min(Math.max(settled, 0), 1).toFixed(places.ratio));
}

export type Whole = { prior: Sample; cohortPrior: Sample };

/** What all rows together say of any one of them. Without a click there is no rate to learn. */
export function wholeOf(
  report: Report,
  rows: readonly (Row | undefined)[],
  { recent, earned }: Gathered,
): Whole {
  const total = sampleIn(report, ...rows);
  const clicks = rows.reduce((sum, row) => sum + Number(row?.clicks ?? 0), 0);
  const settled = settledIn(clicks, recent) ?? 1;
  const cohort = { ...sampleIn(report, ...(earned ?? rows)), clicks: total.clicks * settled };
  return { prior: priorOf(total), cohortPrior: priorOf(cohort) };
}

/** What is known of one row of figures. */
export function knownOf(
  report: Report,
  row: Row,
  beside: Beside & { gathered: Gathered; whole: Whole; shown: Known['shown'] },
): Known {
  const { recent, earned, gathered, whole, shown } = beside;
  const clicks = Number(row.clicks ?? 0);
  const sample = sampleIn(report, row);
  const own = gathered.earned === null ? row : earned;
  return {
    sample,
    prior: whole.prior,
    clicks,
    cost: Number(row.cost ?? 0),
    payout: Number(row.payout ?? 0),
    shown,
    settled: settledIn(clicks, gathered.recent && [recent]),
    cohort: {
      sample: { ...sampleIn(report, own), clicks: sample.clicks },
      prior: whole.cohortPrior,
    },
    isUnique: report.inquiry.choice.unique,
  };
}
