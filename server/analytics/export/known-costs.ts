import { isProfitComparable } from '#contract/analytics/known-cost.ts';

/** Figures that are unknown without a cost. */
const priced = ['cost', 'roas', 'roi', 'cpa', 'cpa_low', 'cpa_high'];
/** What ad platforms report with a cost. */
const reported = [
  'impressions',
  'ad_clicks',
  'cost_with_impressions',
  'ad_clicks_with_impressions',
  'cost_with_ad_clicks',
  'cpm',
  'ctr',
  'cpc',
];
/** Figures that compare a cost with what was earned. */
const weighed = [
  'profit',
  'roas',
  'roas_low',
  'roas_high',
  'roi',
  'margin',
  'projected_roas',
  'projected_roas_low',
  'projected_roas_high',
  'cpa',
  'cpa_low',
  'cpa_high',
  'profit_probability',
  'clicks_to_decide',
  'wins',
];

/** Counts that no ad platform reported are unknown, not 0. */
function withKnownCounts(part: object): object {
  const { impressions, ad_clicks }: { impressions?: number; ad_clicks?: number } = part;
  if (impressions !== 0) return part;
  return without(
    ad_clicks === 0
      ? reported
      : ['impressions', 'ad_clicks_with_impressions', 'cost_with_impressions'],
    part,
  );
}

type Costed = { cost: number; previous?: { cost?: number } | null; change?: object | null };

/**
 * A cost of 0 means that the cost has not come in, because ads are never free: it is unknown on the screen and in
 * files, and so is every figure that divides by it. A hidden cost means that the query filters by dimensions that costs
 * lack, so that neither the cost nor the profit of the part is known. Profits with and without a known cost are not
 * compared.
 */
export function withKnownCosts({ previous, change, ...line }: Costed, isHidden = false): object {
  const asKnown = (part: object, cost: number | undefined): object => {
    if (isHidden) return without([...priced, ...weighed, ...reported], part);
    const told = withKnownCounts(part);
    return cost === 0 ? without(priced, told) : told;
  };
  const before = previous?.cost;
  const isApart = before !== undefined && !isProfitComparable(line, { cost: before });
  const leftOf = (part: object) => (isApart ? without(['profit'], part) : part);
  return {
    ...asKnown(line, line.cost),
    ...(previous !== undefined && {
      previous: previous && asKnown(before === 0 ? leftOf(previous) : previous, before),
    }),
    ...(change !== undefined && { change: change && asKnown(leftOf(change), line.cost) }),
  };
}

/** A line whose cost is not that of its own clicks keeps the cost, so that costs add up, but loses the ratios. */
export const withoutRatios = (line: object): object => without(weighed, line);

const without = (names: readonly string[], part: object): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, names.includes(name) ? null : value]),
  );
