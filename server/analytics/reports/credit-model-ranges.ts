import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { TableRow } from '#contract/analytics/report.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { comparable, creditMeasure } from '../compiler/credit-model.ts';
import type { Row } from '../compiler/result-row.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { unitsOf } from './exact-sums.ts';
import type { Report } from './report.ts';
import { conversionsOfRows } from './table-conversions.ts';

export type Robustness = Required<Pick<TableRow, 'credit_low' | 'credit_high' | 'ranks' | 'wins'>>;
type Shown = Pick<TableRow, 'key' | 'cost' | 'payout' | 'revenue' | 'net_revenue'>;

/**
 * The rows of a table by every credit model, read in one statement; ranks are among all rows of the table. A model wins
 * where its credit less the refunds and corrections of the row is more than payouts and cost, as in profit.
 */
export async function robustnessIn(
  report: Report,
  grouping: Grouping,
  analytics: Pick<AnalyticsReader, 'compared'>,
): Promise<(shown: Shown) => Robustness> {
  const { attribution, moneyPlaces } = report.resolved;
  const { runQuery } = analytics.compared(attribution);
  const credits = await conversionsOfRows(report, runQuery, {
    grouping,
    measures: comparable.map(creditMeasure),
  });
  const creditIn = (row: Row | undefined, model: (typeof comparable)[number]) =>
    roundDecimal(row?.[creditMeasure(model)] ?? '0', moneyPlaces);
  const whole = (amount: number) => unitsOf(amount, moneyPlaces);
  const rankings = comparable.map((model) => ({
    model,
    rankOf: rankingOf([...credits.values()].map((row) => creditIn(row, model))),
  }));
  return ({ key, cost, payout, revenue, net_revenue }) => {
    const amounts = comparable.map((model) => creditIn(credits.get(key), model));
    const givenBack = whole(revenue) - whole(net_revenue);
    const spent = whole(cost) + whole(payout) + givenBack;
    return {
      credit_low: Math.min(...amounts),
      credit_high: Math.max(...amounts),
      ranks: Object.fromEntries(
        rankings.map(({ model, rankOf }, index) => [model, rankOf(amounts[index] ?? 0)]),
      ),
      wins: cost > 0 ? amounts.filter((credit) => whole(credit) > spent).length : null,
    };
  };
}

/** Ranks from 1; equal amounts share the better rank. */
function rankingOf(amounts: readonly number[]): (amount: number) => number {
  const ranks = new Map<number, number>();
  const sorted = [...amounts].sort((a, b) => b - a);
  for (const [index, amount] of sorted.entries()) {
    if (!ranks.has(amount)) ranks.set(amount, index + 1);
  }
  const above = amounts.filter((amount) => amount > 0).length;
  return (amount) => ranks.get(amount) ?? above + 1;
}
