import gammainc from '@stdlib/math-base-special-gammainc';
import gammaln from '@stdlib/math-base-special-gammaln';

/** Units of a variant and the share of the traffic that it should have; the shares add up to 1. */
export type Part = { units: number; share: number };

/** The prior weight of the planned split, in units. */
const K = 1000;

const sum = (parts: readonly Part[], of: (part: Part) => number) =>
  parts.reduce((total, part) => total + of(part), 0);

/**
 * The chi-square of the split and the chance of such a split by luck. Shown, never judged: it is looked at every few
 * minutes, and its false alarms add up. Source: Pearson (1900); the tail is the upper incomplete gamma function.
 */
export function chiSquare(parts: readonly Part[]): { statistic: number; p: number } {
  const units = sum(parts, (part) => part.units);
  if (units === 0) return { statistic: 0, p: 1 };
  const statistic = sum(
    parts,
    ({ units: seen, share }) => (seen - units * share) ** 2 / (units * share),
  );
  return { statistic, p: gammainc(statistic / 2, (parts.length - 1) / 2, true, true) };
}

/**
 * How much more likely the counts are under some other split than under the planned one, as a natural logarithm; true
 * at every look at once. BF = Γ(K)/Γ(K+N) · ∏ Γ(Kθᵢ+nᵢ)/Γ(Kθᵢ) / ∏ θᵢ^nᵢ with K = 1000.
 * Source: Lindon and Malek, "Anytime-valid inference for multinomial count data" (NeurIPS 2022).
 */
export function logBayesFactor(parts: readonly Part[]): number {
  const units = sum(parts, (part) => part.units);
  return (
    gammaln(K) -
    gammaln(K + units) +
    sum(
      parts,
      ({ units: seen, share }) =>
        gammaln(K * share + seen) - gammaln(K * share) - seen * Math.log(share),
    )
  );
}

export type SplitHealth = 'healthy' | 'watch' | 'srm';

/** The Bayes factor alone decides: above 100 the split is watched, above 1000 it is broken. */
export function splitHealth(parts: readonly Part[]): SplitHealth {
  const evidence = logBayesFactor(parts);
  if (evidence > Math.log(1000)) return 'srm';
  return evidence > Math.log(100) ? 'watch' : 'healthy';
}
