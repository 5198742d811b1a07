/** What says nothing without a cost. */
const priced = ['cost', 'roas', 'cpa', 'cpa_low', 'cpa_high'];

type Costed = { cost: number; previous?: { cost?: number } | null; change?: object | null };

/**
 * Ads are never free: a cost of nothing is one that has not come in, on the screen and in a file alike. Neither it nor
 * what divides by it is known then.
 */
export function withKnownCosts({ previous, change, ...line }: Costed): object {
  const isKnown = line.cost !== 0;
  return {
    ...(isKnown ? line : unpriced(line)),
    ...(previous !== undefined && {
      previous: previous?.cost === 0 ? unpriced(previous) : previous,
    }),
    ...(change !== undefined && { change: change && !isKnown ? unpriced(change) : change }),
  };
}

/**
 * The same of figures that are narrowed by what costs do not name: what they cost is not known, and what is left of them
 * only before it.
 */
export function withHiddenCosts({ previous, change, ...line }: Costed): object {
  const isBefore = line.cost === 0;
  return {
    ...unpriced(line, isBefore),
    ...(previous !== undefined && {
      previous: previous && unpriced(previous, previous.cost === 0),
    }),
    ...(change !== undefined && { change: change && unpriced(change, isBefore) }),
  };
}

const unpriced = (line: object, keepsProfit = true): object =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [
      name,
      priced.includes(name) || (name === 'profit' && !keepsProfit) ? null : value,
    ]),
  );
