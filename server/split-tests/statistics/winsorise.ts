import type { Moments } from './estimates.ts';

/** The share of units with a value whose value stays as it is. */
const keptShare = 0.995;

/**
 * The cap of a test's values: the smallest value that 99.5 % of the pooled values do not exceed. It is computed once
 * and frozen in the test. Unknown without values.
 */
export function winsorCap(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * keptShare) - 1)] ?? null;
}

/** The moments of values, each counted as at most the cap. */
export function momentsOf(values: readonly number[], cap: number | null): Moments {
  const kept = values.map((value) => (cap === null ? value : Math.min(value, cap)));
  return {
    units: kept.length,
    sum: kept.reduce((sum, value) => sum + value, 0),
    sumOfSquares: kept.reduce((sum, value) => sum + value ** 2, 0),
  };
}
