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

const unpriced = (line: object): object =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, priced.includes(name) ? null : value]),
  );
