import { normalQuantile } from './normal.ts';

export type Wanted = {
  /** The smallest relative change to be found: 0.1 is 10 % more. */
  mdeRel: number;
  /** The chance of a false find, already divided by treatments × goals. */
  alpha: number;
  /** The chance to find a change of that size. */
  power: number;
};

/**
 * Units per variant to find a change of a rate with one look at the end, from the spreads under both hypotheses:
 * n = (z_a √(2 p̄ (1−p̄)) + z_b √(p₁(1−p₁) + p₂(1−p₂)))² / (p₂−p₁)².
 * Unknown where the changed rate would be 1 or more, or where nothing converts.
 * Source: Fleiss, Levin and Paik (2003), section 4.2.
 */
export function unitsForRate(baseline: number, { mdeRel, alpha, power }: Wanted): number | null {
  const target = baseline * (1 + mdeRel);
  if (baseline <= 0 || target >= 1) return null;
  const middle = (baseline + target) / 2;
  const spread = baseline * (1 - baseline) + target * (1 - target);
  const root =
    normalQuantile(1 - alpha / 2) * Math.sqrt(2 * middle * (1 - middle)) +
    normalQuantile(power) * Math.sqrt(spread);
  return Math.ceil((root / (target - baseline)) ** 2);
}

/** The same for the mean of a value with this standard deviation per unit: n = 2 ((z_a + z_b) σ / δ)². */
export function unitsForMean(
  { mean, deviation }: { mean: number; deviation: number },
  { mdeRel, alpha, power }: Wanted,
): number | null {
  if (mean <= 0 || deviation <= 0) return null;
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  return Math.ceil(2 * ((z * deviation) / (mean * mdeRel)) ** 2);
}

/** How many times the units of one look a test needs that is looked at every day: found by simulation, power 0.8. */
const sequentialFactor = 1.8;

/** Units per variant for the gate, which may be looked at at any time. */
export const sequentialUnits = (units: number): number => Math.ceil(units * sequentialFactor);

type Traffic = {
  /** Units of all variants together. */
  units: number;
  dailyUnits: number;
  goalWindowHours: number;
  minRuntimeDays: number;
};

/** Days until all units are in and their goal windows have closed, in whole weeks. Unknown without traffic. */
export function daysNeeded(traffic: Traffic): number | null {
  const { units, dailyUnits, goalWindowHours, minRuntimeDays } = traffic;
  if (dailyUnits <= 0) return null;
  const days = Math.ceil(units / dailyUnits) + Math.ceil(goalWindowHours / 24);
  return Math.ceil(Math.max(days, minRuntimeDays) / 7) * 7;
}
