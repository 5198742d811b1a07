import { ratioPlaces } from '#contract/decimal.ts';
import type { Row } from '../compiler/result-row.ts';
import { arrivedMeasure } from '../evidence/arrived-share.ts';
import type { EvidenceGroup, EvidenceQuery } from '../evidence/evidence-query.ts';
import { priorOf, type Sample } from '../evidence/posterior.ts';
import type { RowFacts } from '../evidence/row-evidence.ts';
import { chosenMeasures, costMeasure, type Report } from './report.ts';

/** For a row of figures: its recent clicks, and the results of its clicks, however late they arrived. */
export type ClickEvidence = { recent: Row | undefined; earned: Row | undefined };
export type EvidenceRows = { recent: readonly Row[] | null; earned: readonly Row[] | null };

/**
 * Reads the rows of the evidence. With the click clock the rows of the report already contain the results of their
 * clicks, so `earned` is null.
 */
export async function gatherEvidence(
  report: Report,
  evidenceQuery: EvidenceQuery,
  grouped: EvidenceGroup,
): Promise<EvidenceRows> {
  const [recent, earned] = await Promise.all([
    evidenceQuery.recent(grouped),
    report.resolved.attribution.clock === 'click'
      ? null
      : evidenceQuery.earned(grouped, sampleMeasures(report)),
  ]);
  return { recent, earned };
}

const sampled = ['conversions', 'revenue', 'revenue_error'] as const;
export const sampleMeasures = (report: Report): string[] =>
  sampled.map(chosenMeasures(report).measure);

/** The figures of rows as inputs of the statistics; displayed money never comes from here. */
function sampleIn(report: Report, ...rows: readonly (Row | undefined)[]): Sample {
  const { measure } = chosenMeasures(report);
  const sum = (name: string, power = 1) =>
    rows.reduce((total, row) => total + Number(row?.[name] ?? 0) ** power, 0);
  return {
    clicks: rows.reduce((total, row) => total + Number(row?.unique_clicks ?? row?.clicks ?? 0), 0),
    conversions: sum(measure('conversions')),
    revenue: sum(measure('revenue')),
    squares: sum(measure('revenue_error'), 2),
  };
}

/**
 * The share of the conversions of a row's clicks that has arrived. Clicks older than the horizon have all their
 * conversions.
 */
export function settledShare(
  clicks: number,
  recent: readonly (Row | undefined)[] | null,
): number | null {
  if (clicks <= 0 || recent === null) return null;
  const sum = (name: string) => recent.reduce((total, row) => total + Number(row?.[name] ?? 0), 0);
  const settled = 1 - (sum('clicks') - sum(arrivedMeasure)) / clicks;
  return Number(Math.min(Math.max(settled, 0), 1).toFixed(ratioPlaces));
}

export type TotalSample = { prior: Sample; cohortPrior: Sample };

/** The total as the prior of each row. Without clicks there is no rate to learn from. */
export function totalSampleOf(
  report: Report,
  rows: readonly (Row | undefined)[],
  { recent, earned }: EvidenceRows,
): TotalSample {
  const total = sampleIn(report, ...rows);
  const clicks = rows.reduce((sum, row) => sum + Number(row?.clicks ?? 0), 0);
  const settled = settledShare(clicks, recent) ?? 1;
  const cohort = { ...sampleIn(report, ...(earned ?? rows)), clicks: total.clicks * settled };
  return { prior: priorOf(total), cohortPrior: priorOf(cohort) };
}

/** The inputs of a row's evidence. */
export function rowFactsOf(
  report: Report,
  row: Row,
  clickEvidence: ClickEvidence & {
    gathered: EvidenceRows;
    whole: TotalSample;
    shown: RowFacts['shown'];
  },
): RowFacts {
  const { recent, earned, gathered, whole, shown } = clickEvidence;
  const clicks = Number(row.clicks ?? 0);
  const sample = sampleIn(report, row);
  const own = gathered.earned === null ? row : earned;
  return {
    sample,
    prior: whole.prior,
    clicks,
    cost: Number(row[costMeasure(report)] ?? 0),
    netRevenue: Number(row[chosenMeasures(report).measure('net_revenue')] ?? 0),
    payout: Number(row.payout ?? 0),
    shown,
    settled: settledShare(clicks, gathered.recent && [recent]),
    cohort: {
      sample: { ...sampleIn(report, own), clicks: sample.clicks },
      prior: whole.cohortPrior,
    },
    isUnique: report.resolved.choice.unique,
    moneyPlaces: report.resolved.moneyPlaces,
  };
}
