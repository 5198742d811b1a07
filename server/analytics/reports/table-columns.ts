import type { Row } from '../ask.ts';
import { cents, centsOf, sumOf } from './sums.ts';

/** The columns that add up over rows; `conversions` is the measure of the chosen side. */
export type Additive = Record<AdditiveColumn, number>;
type AdditiveColumn = 'conversions' | keyof typeof ownMeasures;
export type ColumnMeasures = Record<AdditiveColumn, string>;

const ownMeasures = {
  clicks: 'clicks',
  server_revenue: 'server_revenue',
  server_purchases: 'server_purchases',
  browser_revenue: 'browser_revenue',
  browser_purchases: 'browser_purchases',
  cost: 'cost',
  payout: 'payout',
} as const;
const money: ReadonlySet<string> = new Set(['server_revenue', 'browser_revenue', 'cost', 'payout']);

export const columnMeasures = (conversions: string): ColumnMeasures => ({
  conversions,
  ...ownMeasures,
});

/** Adds rows before anything is rounded. */
export function sumOver(measures: ColumnMeasures, rows: readonly (Row | undefined)[]): Additive {
  return additive((name) => {
    const text = sumOf(rows.map((row) => row?.[measures[name]]));
    return money.has(name) ? cents(text) : Number(text);
  });
}

/** What parts leave of a total, to the cent and with what rounding single parts moved: the columns add up as shown. */
export function remainder(total: Additive, parts: readonly Additive[]): Additive {
  return additive((name) => {
    const left = parts.reduce((sum, part) => sum - centsOf(part[name]), centsOf(total[name]));
    return Number(left) / 100;
  });
}

const additive = (value: (name: AdditiveColumn) => number): Additive => ({
  conversions: value('conversions'),
  clicks: value('clicks'),
  server_revenue: value('server_revenue'),
  server_purchases: value('server_purchases'),
  browser_revenue: value('browser_revenue'),
  browser_purchases: value('browser_purchases'),
  cost: value('cost'),
  payout: value('payout'),
});
