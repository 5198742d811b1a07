import type { TableRow } from '#contract/analytics/report.ts';
import type { Grouping } from '#contract/analytics/report-query.ts';
import { comparable, creditMeasure } from '../compiler/credit-model.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Reading } from '../runner/readings.ts';
import type { Report } from './report.ts';
import { cents, centsOf } from './sums.ts';
import { besideRows } from './table-conversions.ts';

export type Robustness = Required<Pick<TableRow, 'credit_low' | 'credit_high' | 'ranks' | 'wins'>>;
type Shown = Pick<TableRow, 'key' | 'cost' | 'payout'>;

/** What every model makes of the rows of a table, all models read at once; rows are ranked among all of the table. */
export async function robustnessIn(
  report: Report,
  grouping: Grouping,
  reading: Pick<Reading, 'compared'>,
): Promise<(shown: Shown) => Robustness> {
  const { ask } = reading.compared(report.inquiry.attribution);
  const credits = await besideRows(report, ask, {
    grouping,
    measures: comparable.map(creditMeasure),
  });
  const rankings = comparable.map((model) => ({
    model,
    rankOf: rankingOf([...credits.values()].map((row) => creditIn(row, model))),
  }));
  return ({ key, cost, payout }) => {
    const given = comparable.map((model) => creditIn(credits.get(key), model));
    const spent = centsOf(cost) + centsOf(payout);
    return {
      credit_low: Math.min(...given),
      credit_high: Math.max(...given),
      ranks: Object.fromEntries(
        rankings.map(({ model, rankOf }, index) => [model, rankOf(given[index] ?? 0)]),
      ),
      wins: cost > 0 ? given.filter((credit) => centsOf(credit) > spent).length : null,
    };
  };
}

const creditIn = (row: Row | undefined, model: (typeof comparable)[number]): number =>
  cents(row?.[creditMeasure(model)] ?? '0');

/** Ranks from 1; equal amounts share the better one. */
function rankingOf(amounts: readonly number[]): (amount: number) => number {
  const ranks = new Map<number, number>();
  const sorted = [...amounts].sort((a, b) => b - a);
  for (const [index, amount] of sorted.entries()) {
    if (!ranks.has(amount)) ranks.set(amount, index + 1);
  }
  const above = amounts.filter((amount) => amount > 0).length;
  return (amount) => ranks.get(amount) ?? above + 1;
}
