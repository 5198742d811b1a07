import type { CapStatus } from '#contract/offers/caps.ts';

/** How much of a cap is used, as its chip shows it. */
export type CapLevel = 'low' | 'middle' | 'high' | 'full';

export function capLevelOf({ state, pct }: Pick<CapStatus, 'state' | 'pct'>): CapLevel {
  if (state === 'full') return 'full';
  if (pct > 90) return 'high';
  return pct >= 70 ? 'middle' : 'low';
}

/** What is left of a cap, without what is still expected from clicks that were sent. */
export const leftOf = ({ limit, used, in_flight }: CapStatus): number =>
  Math.max(0, limit - used - in_flight);

/** The fullest first, and of equal ones that which resets last. */
export const capsByUse = (caps: readonly CapStatus[]): CapStatus[] =>
  caps.toSorted(
    (one, other) =>
      Number(other.state === 'full') - Number(one.state === 'full') ||
      other.pct - one.pct ||
      (other.resets_at ?? '9').localeCompare(one.resets_at ?? '9'),
  );

export const fullestOf = (caps: readonly CapStatus[]): CapStatus | null =>
  capsByUse(caps)[0] ?? null;
