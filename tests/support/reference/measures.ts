import { wholeCredit } from './credit.ts';
import { countFigure, divided, type Figure, moneyFigure, ratioOf, rootOf } from './money.ts';
import type { Side } from './reported.ts';
import type { Row } from './rows.ts';

type Value = Figure | null;
export type Unit = 'count' | 'currency' | 'ratio';
type Measure = { unit: Unit; of: (rows: readonly Row[]) => Value };

const count = (wanted: (row: Row) => boolean): Measure => pieces((row) => (wanted(row) ? 1 : 0));
const people = (wanted: (row: Row) => boolean): Measure => ({
  unit: 'count',
  of: (rows) => {
    const found = rows.filter((row) => row.credit > 0n && wanted(row));
    return countFigure(new Set(found.map(({ person }) => person)).size);
  },
});
const money = (amount: (row: Row) => bigint): Measure => ({
  unit: 'currency',
  of: (rows) => moneyFigure(rows.reduce((sum, row) => sum + amount(row), 0n)),
});
/** The square root of the sum of squares, down to the place it is exact in. */
const lengthOf = (amount: (row: Row) => bigint): Measure => ({
  unit: 'currency',
  of: (rows) => moneyFigure(rootOf(rows.reduce((sum, row) => sum + amount(row) ** 2n, 0n))),
});
function pieces(amount: (row: Row) => number): Measure {
  return {
    unit: 'count',
    of: (rows) => ({
      over: rows.reduce((sum, row) => sum + BigInt(amount(row)) * row.credit, 0n),
      under: wholeCredit,
    }),
  };
}
const quotient = (unit: Unit, over: Measure, under: Measure): Measure => ({
  unit,
  of: (rows) => {
    const [a, b] = [over.of(rows), under.of(rows)];
    return a && b ? ratioOf(a, b) : null;
  },
});

const isSale = (row: Row, side: Side) => row.record === 'conversion' && row.side === side;
const isExcluded = (row: Row, ...reasons: Row['reason'][]) =>
  row.record === 'excluded' && reasons.includes(row.reason);
const isServerRefund = (row: Row) => row.record === 'refund' && row.side === 'server';

const clicks = count((row) => row.record === 'click');
const uniqueClicks = people((row) => row.record === 'click');
const costOf = (row: Row) => (row.record === 'cost' ? row.value : 0n);
const cost = money(costOf);
const counted = (of: (row: Row) => number): Measure => ({
  unit: 'count',
  of: (rows) => countFigure(rows.reduce((sum, row) => sum + (isCost(row) ? of(row) : 0), 0)),
});
const isCost = ({ record }: Row) => record === 'cost';
const isShown = ({ impressions }: Row) => impressions > 0;
const impressions = counted((row) => row.impressions);
const adClicks = counted((row) => row.adClicks);
const shownClicks = counted((row) => (isShown(row) ? row.adClicks : 0));
const shownCost = money((row) => (isShown(row) ? costOf(row) : 0n));
const countedCost = money((row) => (isShown(row) || row.adClicks > 0 ? costOf(row) : 0n));
const thousandfold = ({ unit, of }: Measure): Measure => ({
  unit,
  of: (rows) => {
    const figure = of(rows);
    return figure && { ...figure, over: figure.over * 1000n };
  },
});
const payoutOf = (row: Row) => (isSale(row, 'server') || isServerRefund(row) ? row.payout : 0n);
const refundOf = (row: Row) => (isServerRefund(row) ? row.value : 0n);

/** Fractions with few denominators, rounded at the tenth place as the model rounds them. */
function sumOf(figures: readonly Figure[]): Figure {
  const byUnder = new Map<bigint, bigint>();
  for (const { over, under } of figures) byUnder.set(under, (byUnder.get(under) ?? 0n) + over);
  const sum = [...byUnder].reduce<Figure>(
    (a, [under, over]) => ({ over: a.over * under + over * a.under, under: a.under * under }),
    { over: 0n, under: 1n },
  );
  return { over: divided(sum.over * tenPlaces, sum.under), under: tenPlaces };
}
const tenPlaces = 10n ** 10n;
const spread = (isRead: (row: Row) => boolean): Measure => ({
  unit: 'currency',
  of: (rows) =>
    sumOf(
      rows.flatMap((row) =>
        row.record === 'estimated_cost' && isRead(row) ? [row.estimated] : [],
      ),
    ),
});
const estimatedCost = spread(() => true);
/** A figure less others. */
const less = (from: Measure, ...others: readonly Measure[]): Measure => ({
  unit: from.unit,
  of: (rows) =>
    others.reduce<Value>((left, other) => {
      const [a, b] = [left, other.of(rows)];
      return a && b && { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
    }, from.of(rows)),
});

function sideMeasures(side: Side, isUnique: boolean) {
  const name = isUnique ? side : `raw_${side}`;
  const rest = isUnique ? (side === 'server' ? '' : 'browser_') : `raw_${side}_`;
  const revenueOf = (row: Row) => (isSale(row, side) ? (isUnique ? row.value : row.rawValue) : 0n);
  const revenue = money(revenueOf);
  const purchases = pieces((row) => (isSale(row, side) ? (isUnique ? 1 : row.rawCount) : 0));
  const users = people((row) => isSale(row, side));
  const perUser = side === 'browser' && isUnique ? 'browser_per' : `${name}_per_user`;
  const net = money((row) => revenueOf(row) - refundOf(row));
  const estimatedProfit = less(net, estimatedCost, money(payoutOf));
  return {
    [`estimated_${rest}profit`]: estimatedProfit,
    [`estimated_${rest}roas`]: quotient('ratio', revenue, estimatedCost),
    [`estimated_${rest}roi`]: quotient('ratio', less(revenue, estimatedCost), estimatedCost),
    [`estimated_${rest}margin`]: quotient('ratio', estimatedProfit, revenue),
    [`estimated_${rest}cpa`]: quotient('currency', estimatedCost, purchases),
    [`${name}_revenue`]: revenue,
    [`${name}_purchases`]: purchases,
    [`${name}_aov`]: quotient('currency', revenue, purchases),
    [perUser]: quotient('currency', revenue, users),
    ...(isUnique
      ? { [`${name}_users`]: users, [`${name}_revenue_error`]: lengthOf(revenueOf) }
      : {}),
    [`${rest}net_revenue`]: net,
    [`${rest}profit`]: money((row) => revenueOf(row) - refundOf(row) - costOf(row) - payoutOf(row)),
    [`${rest}roas`]: quotient('ratio', revenue, cost),
    [`${rest}roi`]: quotient(
      'ratio',
      money((row) => revenueOf(row) - costOf(row)),
      cost,
    ),
    [`${rest}margin`]: quotient(
      'ratio',
      money((row) => revenueOf(row) - refundOf(row) - costOf(row) - payoutOf(row)),
      revenue,
    ),
    [`${rest}cpa`]: quotient('currency', cost, purchases),
    [`${rest}epc`]: quotient('currency', revenue, clicks),
    [`${rest}conversion_rate`]: quotient('ratio', purchases, uniqueClicks),
  };
}

/** Every measure of the model, in its own words. */
export const measures: Readonly<Record<string, Measure>> = {
  ...sideMeasures('server', true),
  ...sideMeasures('browser', true),
  ...sideMeasures('server', false),
  ...sideMeasures('browser', false),
  paired_purchases: count((row) => isSale(row, 'server') && row.paired),
  server_only_purchases: count((row) => isSale(row, 'server') && !row.paired),
  browser_only_purchases: count((row) => isSale(row, 'browser') && !row.paired),
  browser_only_revenue: money((row) => (isSale(row, 'browser') && !row.paired ? row.value : 0n)),
  union_purchases: count((row) => isSale(row, 'server') || (isSale(row, 'browser') && !row.paired)),
  union_revenue: money((row) =>
    isSale(row, 'server') || (isSale(row, 'browser') && !row.paired) ? row.value : 0n,
  ),
  clicks,
  unique_clicks: uniqueClicks,
  cost,
  estimated_cost: estimatedCost,
  cost_without_clicks: spread(({ clicked }) => clicked === null),
  impressions,
  ad_clicks: adClicks,
  cost_with_impressions: shownCost,
  ad_clicks_with_impressions: shownClicks,
  cost_with_ad_clicks: countedCost,
  cpm: thousandfold(quotient('currency', shownCost, impressions)),
  ctr: quotient('ratio', shownClicks, impressions),
  cpc: quotient('currency', countedCost, adClicks),
  payout: money(payoutOf),
  refunds: count(isServerRefund),
  refund_amount: money(refundOf),
  /** The compared projects contain no corrections. */
  adjustment_amount: money(() => 0n),
  bot_clicks: count((row) => isExcluded(row, 'bot click')),
  excluded_bots: count((row) => isExcluded(row, 'bot', 'bot click')),
  excluded_tests: count((row) => isExcluded(row, 'test')),
  excluded_duplicates: pieces((row) => (row.record === 'conversion' ? row.rawCount - 1 : 0)),
  excluded_rejected: count((row) => isExcluded(row, 'rejected', 'reversed')),
  excluded_no_rate: count((row) => isExcluded(row, 'no_rate')),
};

export function measure(name: string): Measure {
  const found = measures[name];
  if (!found) throw new Error(`The reference knows no measure "${name}".`);
  return { ...found, of: (rows) => found.of(eachOnce(rows)) };
}

/** A conversion with several clicks is one conversion wherever their rows come together. */
function eachOnce(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter(({ once }) => {
    if (once === '') return true;
    const isNew = !seen.has(once);
    seen.add(once);
    return isNew;
  });
}
