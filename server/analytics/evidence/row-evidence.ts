import type { TableRow } from '#contract/analytics/report.ts';
import { ratioPlaces } from '#contract/decimal.ts';
import type { MoneyPlaces } from '../compiler/figure-values.ts';
import { type Bounds, conversionRateBounds, cpaBounds, roasBounds } from './bounds.ts';
import type { Gamma } from './gamma.ts';
import { conversionsOf, revenueOf, type Sample } from './posterior.ts';
import { projectedRevenue } from './projection.ts';
import { clicksToLeave, probabilityOfReaching } from './separability.ts';

export type Evidence = Required<
  Pick<
    TableRow,
    | 'settled'
    | 'projected_roas'
    | 'projected_roas_low'
    | 'projected_roas_high'
    | 'roas_low'
    | 'roas_high'
    | 'cpa_low'
    | 'cpa_high'
    | 'conversion_rate_low'
    | 'conversion_rate_high'
    | 'profit_probability'
    | 'clicks_to_decide'
  >
>;

/** The inputs of a row's evidence. */
export type RowFacts = MoneyPlaces & {
  sample: Sample;
  prior: Sample;
  /** All clicks, which are what a buyer pays for. */
  clicks: number;
  cost: number;
  /** Less refunds, with corrections: the payout is net of them, too. */
  netRevenue: number;
  payout: number;
  /** The figures as the row shows them; each lies in its own interval to the last place. */
  shown: Pick<TableRow, 'roas' | 'cpa' | 'conversion_rate'>;
  settled: number | null;
  /** What these clicks brought, whenever it came. */
  cohort: { sample: Sample; prior: Sample };
  /** Whether each event counts once; events counted several times are not independent evidence. */
  isUnique: boolean;
};

const unknown = {
  projected_roas: null,
  projected_roas_low: null,
  projected_roas_high: null,
  roas_low: null,
  roas_high: null,
  cpa_low: null,
  cpa_high: null,
  conversion_rate_low: null,
  conversion_rate_high: null,
  profit_probability: null,
  clicks_to_decide: null,
};

export function evidenceOf(known: RowFacts): Evidence {
  const { sample, prior, cost, shown, settled } = known;
  if (!known.isUnique) return { settled, ...unknown };
  const roas = within(shown.roas, roasBounds(sample, prior, cost), ratioPlaces);
  const cpa = within(shown.cpa, cpaBounds(sample, prior, cost), known.moneyPlaces);
  const rate = within(shown.conversion_rate, conversionRateBounds(sample, prior), ratioPlaces);
  return {
    settled,
    ...projectionOf(known),
    roas_low: roas.low,
    roas_high: roas.high,
    cpa_low: cpa.low,
    cpa_high: cpa.high,
    conversion_rate_low: rate.low,
    conversion_rate_high: rate.high,
    ...decisionOf(known),
  };
}

function projectionOf({ settled, cohort, cost }: RowFacts) {
  const projection =
    settled === null || cost <= 0 ? null : projectedRevenue(cohort.sample, cohort.prior, settled);
  const perCost = (amount: number | undefined) =>
    amount === undefined ? null : Number((amount / cost).toFixed(ratioPlaces));
  return {
    projected_roas: perCost(projection?.amount),
    projected_roas_low: perCost(projection?.low),
    projected_roas_high: perCost(projection?.high),
  };
}

/** Refunds and affiliates are paid out of revenue, so a row breaks even only where the rest pays for the cost. */
function decisionOf({ sample, prior, clicks, cost, netRevenue, payout }: RowFacts) {
  const revenue = cost > 0 ? revenueOf(sample, prior) : null;
  if (!revenue) return { profit_probability: null, clicks_to_decide: null };
  const retainedShare = sample.revenue > 0 ? (netRevenue - payout) / sample.revenue : 1;
  if (retainedShare <= 0) return { profit_probability: 0, clicks_to_decide: 0 };
  const needed = cost / retainedShare;
  return {
    profit_probability: Number(probabilityOfReaching(revenue, needed).toFixed(ratioPlaces)),
    clicks_to_decide: clicksToLeave(revenue, needed, clicks),
  };
}

function within(figure: number | null, { low, high }: Bounds, decimals: number): Bounds {
  const end = (bound: number | null, outer: typeof Math.min) => {
    if (bound === null) return null;
    const shown = Number(bound.toFixed(decimals));
    return figure === null ? shown : outer(shown, figure);
  };
  return { low: end(low, Math.min), high: end(high, Math.max) };
}

/** Revenue for each unit of cost. */
export function roasOf({ sample, prior, cost, isUnique }: RowFacts): Gamma | null {
  const revenue = isUnique && cost > 0 ? revenueOf(sample, prior) : null;
  return revenue && { ...revenue, scale: revenue.scale / cost };
}

/** Conversions per click. */
export function rateOf({ sample, prior, isUnique }: RowFacts): Gamma | null {
  if (!isUnique || sample.clicks <= 0) return null;
  const conversions = conversionsOf(sample, prior);
  return { ...conversions, scale: conversions.scale / sample.clicks };
}
