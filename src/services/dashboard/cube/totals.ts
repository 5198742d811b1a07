import type { ComparedPeriod } from '#contract/analytics/comparison.ts';
import type { RcData } from '#contract/analytics/report.ts';
import {
  changesBetween,
  chosenFigures,
  sharedMeasures,
  summaryBy,
  summaryMeasures,
} from '#contract/analytics/totals.ts';
import { windowOf } from '#contract/period.ts';
import type { Question } from '#model/query.ts';
import type { Row } from './client.ts';
import { measureOf } from './cube-members.ts';
import { figuresOf } from './figures.ts';
import type { RunQuery } from './query-runner.ts';
import { instants } from './span.ts';

/** The figures of the whole period: of both sides, and of conversions that both sides saw. */
export async function queryTotals(
  runQuery: RunQuery,
  question: Question,
  compared: ComparedPeriod | null,
): Promise<RcData> {
  const { period, timezone } = question;
  const [[row] = [], [before] = []] = await runQuery({
    measures: [
      ...chosenFigures.map((figure) => measureOf(figure, question)),
      measureOf('net_revenue', question),
      ...summaryMeasures,
      ...sharedMeasures,
    ],
    ...(compared && { span: instants([windowOf(period, timezone), compared.window]) }),
  });
  return totalsIn(question, row, compared && (before ?? {}));
}

function totalsIn(question: Question, row: Row | undefined, before: Row | null): RcData {
  const { amountIn } = figuresOf(question);
  const current = comparable(question, row);
  const previous = before && comparable(question, before);
  return {
    ...current,
    net_revenue: amountIn(row, measureOf('net_revenue', question)),
    payout: amountIn(row, 'payout'),
    ...summaryOf(question, row),
    overlap: {
      both: amountIn(row, 'paired_purchases'),
      server_only: amountIn(row, 'server_only_purchases'),
      browser_only: amountIn(row, 'browser_only_purchases'),
      union_purchases: amountIn(row, 'union_purchases'),
      union_revenue: amountIn(row, 'union_revenue'),
    },
    no_rate: amountIn(row, 'excluded_no_rate'),
    previous,
    change: previous && changesBetween(current, previous),
  };
}

function comparable(question: Question, row: Row | undefined) {
  const { amountIn, figureIn } = figuresOf(question);
  return {
    revenue: amountIn(row, measureOf('revenue', question)),
    conversions: amountIn(row, measureOf('conversions', question)),
    aov: figureIn(row, measureOf('aov', question)),
    users: amountIn(row, measureOf('users', question)),
    per_user: figureIn(row, measureOf('per_user', question)),
    cost: amountIn(row, 'cost'),
    profit: amountIn(row, measureOf('profit', question)),
    roas: figureIn(row, measureOf('roas', question)),
    cpa: figureIn(row, measureOf('cpa', question)),
  };
}

export function summaryOf(question: Question, row: Row | undefined) {
  const { amountIn, figureIn } = figuresOf(question);
  return summaryBy(
    (measure) => amountIn(row, measure),
    (measure) => figureIn(row, measure),
  );
}
