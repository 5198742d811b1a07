import betaln from '@stdlib/math-base-special-betaln';
import beta from '@stdlib/random-base-beta';
import type { Difference, UnitCounts } from './estimates.ts';
import { normalCdf, normalDensity } from './normal.ts';

/** The posterior of a rate after a flat prior, Beta(1, 1). */
type Beta = { a: number; b: number };
const posterior = ({ units, conversions }: UnitCounts): Beta => ({
  a: 1 + conversions,
  b: 1 + units - conversions,
});
const mean = ({ a, b }: Beta) => a / (a + b);
const variance = ({ a, b }: Beta) => (a * b) / ((a + b) ** 2 * (a + b + 1));

/** Above so many conversions the sum has too many terms, and the normal reading is as exact. */
const mostTerms = 5000;

/**
 * The chance that a rate of `better` is above one of `other`, summed exactly.
 * Source: Miller, "Formulas for Bayesian A/B Testing" (2015), equation 6.
 */
function chanceAbove(better: Beta, other: Beta): number {
  let sum = 0;
  for (let i = 0; i < better.a; i++) {
    sum += Math.exp(
      betaln(other.a + i, better.b + other.b) -
        Math.log(better.b + i) -
        betaln(1 + i, better.b) -
        betaln(other.a, other.b),
    );
  }
  return sum;
}

export type Reading = {
  /** The chance that the variant is better than the control. */
  chance: number;
  /** What is lost per unit on average by choosing the variant, in the goal's unit. */
  expectedLoss: number;
};

/**
 * The Bayesian reading of two conversion rates with flat priors: shown beside the gate, which it does not decide.
 * Expected loss is E[max(A − B, 0)] = E[A] P(A⁺ > B) − E[B] P(A > B⁺), where ⁺ has one conversion more.
 * Source: Miller (2015); Stucchio, "Bayesian A/B Testing at VWO" (2015), section 4.
 */
export function readRates(control: UnitCounts, variant: UnitCounts): Reading {
  const a = posterior(control);
  const b = posterior(variant);
  if (Math.max(control.conversions, variant.conversions) > mostTerms) {
    const standardError = Math.sqrt(variance(a) + variance(b));
    return readDifference({ value: mean(b) - mean(a), standardError });
  }
  const expectedLoss =
    mean(a) * chanceAbove({ ...a, a: a.a + 1 }, b) - mean(b) * chanceAbove(a, { ...b, a: b.a + 1 });
  return { chance: chanceAbove(b, a), expectedLoss: Math.max(0, expectedLoss) };
}

/** The same reading of a difference of means, whose posterior is normal. Without spread nothing is known: a half. */
export function readDifference({ value, standardError }: Difference): Reading {
  if (standardError === 0) return { chance: 0.5, expectedLoss: 0 };
  const z = value / standardError;
  return {
    chance: normalCdf(z),
    expectedLoss: standardError * normalDensity(z) - value * normalCdf(-z),
  };
}

/**
 * The chance of each variant to be the best of them all, by 50,000 draws from the posteriors.
 * The seed makes a reading reproducible: the same snapshot always draws the same.
 */
export function chancesToBeBest(tallies: readonly UnitCounts[], seed: number): number[] {
  const draws = 50_000;
  const sources = tallies.map((tally, at) => {
    const { a, b } = posterior(tally);
    return beta.factory(a, b, { seed: (seed + at * 0x9e3779b9) >>> 0 || 1 });
  });
  const wins = tallies.map(() => 0);
  for (let draw = 0; draw < draws; draw++) {
    let best = 0;
    let top = -1;
    sources.forEach((next, at) => {
      const rate = next();
      if (rate > top) {
        top = rate;
        best = at;
      }
    });
    wins[best] = (wins[best] ?? 0) + 1;
  }
  return wins.map((won) => won / draws);
}
