import type { Model } from '#contract/analytics/attribution.ts';

/** The weight of a click halves every week. */
const HALF_LIFE = 604_800_000;

/**
 * The cumulative share of a conversion given to its clicks, in ten-billionths, as an array. `eligible` holds the clicks
 * within the lookback, oldest first; without any, the conversion itself gets the whole share.
 */
export function cumulativeShares(model: Model): string {
  const each = (share: string) =>
    `arrayMap(i -> toInt64(round(${share})), range(1, part_count + 1))`;
  const all = (place: string) => each(`if(i >= ${place}, 1e10, 0)`);
  switch (model) {
    case 'first_click':
      return all('1');
    case 'last_click':
      return all(lastPlace);
    case 'last_non_direct':
      return all(`if(arrayExists(t -> t.direct = 0, eligible), ${ledPlace}, ${lastPlace})`);
    case 'linear':
      return each('i / part_count * 1e10');
    case 'position':
      return each(
        'multiIf(i = part_count, 1e10, part_count = 2, 5e9, 4e9 + 2e9 * (i - 1) / (part_count - 2))',
      );
    case 'time_decay': {
      const weights = `arrayCumSum(arrayMap(t -> exp2(-t.before / ${HALF_LIFE}), parts))`;
      return `arrayMap(w -> toInt64(round(w / arrayElement(${weights}, -1) * 1e10)), ${weights})`;
    }
    case 'any_click':
      return 'arrayWithConstant(part_count, toInt64(10000000000))';
  }
}

/**
 * The place of the click that the click id names, the server's before the browser's, else the one that `otherwise`
 * names.
 */
function ownPlace(owns: string, otherwise: string): string {
  const place = (id: number) => `indexOf(${owns}, ${id})`;
  return `multiIf(${place(1)} > 0, ${place(1)}, ${place(2)} > 0, ${place(2)}, ${otherwise})`;
}

const lastPlace = ownPlace('arrayMap(t -> t.own, eligible)', 'length(eligible)');
const ledPlace = ownPlace(
  'arrayMap(t -> if(t.direct = 0, t.own, 0), eligible)',
  'toUInt64(arrayLastIndex(t -> t.direct = 0, eligible))',
);
