import { comparesProfit } from '#contract/analytics/known-cost.ts';

/** What says nothing without a cost. */
const priced = ['cost', 'roas', 'cpa', 'cpa_low', 'cpa_high'];
/** What holds a cost against what was earned. */
const weighed = [
  'profit',
  'roas',
  'roas_low',
  'roas_high',
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

type Costed = { cost: number; previous?: { cost?: number } | null; change?: object | null };

/**
 * Ads are never free: a cost of nothing is one that has not come in, on the screen and in a file alike. Neither it nor
 * what divides by it is known then. Where it is hidden, figures are narrowed by what costs do not name: what they cost
 * is not known, and what is left of them neither: a part would be left with more than the whole. What is left before a
 * cost is compared with nothing left after one.
 */
export function withKnownCosts({ previous, change, ...line }: Costed, isHidden = false): object {
  const asKnown = (part: object, cost: number | undefined): object => {
    if (isHidden) return without([...priced, ...weighed], part);
    return cost === 0 ? without(priced, part) : part;
  };
  const before = previous?.cost;
  const isApart = before !== undefined && !comparesProfit(line, { cost: before });
  const leftOf = (part: object) => (isApart ? without(['profit'], part) : part);
  return {
    ...asKnown(line, line.cost),
    ...(previous !== undefined && {
      previous: previous && asKnown(before === 0 ? leftOf(previous) : previous, before),
    }),
    ...(change !== undefined && { change: change && asKnown(leftOf(change), line.cost) }),
  };
}

/** A line whose cost is not that of its clicks keeps it, so that costs add up, and holds it against nothing. */
export const unweighed = (line: object): object => without(weighed, line);

const without = (names: readonly string[], part: object): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, names.includes(name) ? null : value]),
  );
