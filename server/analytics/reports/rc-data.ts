import type { RcData } from '#contract/analytics/report.ts';
import {
  changesBetween,
  chosenFigures,
  sharedMeasures,
  summaryMeasures,
} from '#contract/analytics/totals.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import { evidenceOf } from '../evidence/row-evidence.ts';
import { chosenMeasures, distinct, type Report } from './report.ts';
import {
  type EvidenceRows,
  gatherEvidence,
  rowFactsOf,
  sampleMeasures,
  totalSampleOf,
} from './report-evidence.ts';
import { runEachWindow } from './run-windows.ts';
import { summaryIn } from './summary-figures.ts';

/** Revenue and conversions of the whole period, of each side and of both together. */
export async function rcData(report: Report): Promise<RcData> {
  const { resolved } = report;
  const { measure, amount } = chosenMeasures(report);
  const compared = resolved.compared;
  const measures = distinct([
    ...chosenFigures.map(measure),
    measure('net_revenue'),
    ...summaryMeasures,
    ...sharedMeasures,
    ...(report.evidenceQuery ? ['clicks', ...sampleMeasures(report)] : []),
  ]);
  const [[[row] = [], [before] = []], gathered] = await Promise.all([
    runEachWindow(
      report,
      { measures },
      compared ? [resolved.window, compared.window] : [resolved.window],
    ),
    report.evidenceQuery && gatherEvidence(report, report.evidenceQuery, {}),
  ]);
  const shared = (name: string) => amountIn(report, row, name);
  const current = compare(report, row);
  const previous = compared ? compare(report, before) : null;
  return {
    ...current,
    net_revenue: amount(row, 'net_revenue'),
    payout: shared('payout'),
    ...(gathered && row && evidenceIn(report, row, gathered)),
    ...summaryIn(report, row),
    overlap: {
      both: shared('paired_purchases'),
      server_only: shared('server_only_purchases'),
      browser_only: shared('browser_only_purchases'),
      union_purchases: shared('union_purchases'),
      union_revenue: shared('union_revenue'),
    },
    no_rate: shared('excluded_no_rate'),
    previous,
    change: previous && changesBetween(current, previous),
  };
}

/** The total is its own prior, so any clicks may be counted: the report counts those that are cheap to count. */
function evidenceIn(report: Report, row: Row, gathered: EvidenceRows) {
  const { figure } = chosenMeasures(report);
  const {
    conversion_rate_low: _,
    conversion_rate_high: __,
    ...evidence
  } = evidenceOf(
    rowFactsOf(report, row, {
      recent: gathered.recent?.[0],
      earned: gathered.earned?.[0],
      gathered,
      whole: totalSampleOf(report, [row], gathered),
      shown: { roas: figure(row, 'roas'), cpa: figure(row, 'cpa'), conversion_rate: null },
    }),
  );
  return evidence;
}

function compare(report: Report, row: Row | undefined) {
  const { amount, figure } = chosenMeasures(report);
  return {
    revenue: amount(row, 'revenue'),
    conversions: amount(row, 'conversions'),
    aov: figure(row, 'aov'),
    users: amount(row, 'users'),
    per_user: figure(row, 'per_user'),
    cost: amountIn(report, row, 'cost'),
    profit: amount(row, 'profit'),
    roas: figure(row, 'roas'),
    cpa: figure(row, 'cpa'),
  };
}
