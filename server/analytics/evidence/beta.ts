import { continuedFraction } from './fraction.ts';
import { inverse, roughNormal } from './inverse-cdf.ts';
import { logGamma } from './log-gamma.ts';

/** A Beta distribution: α and β, mean α / (α + β). */
export type Beta = { alpha: number; beta: number };

/** P(X ≤ x). */
export function betaBelow({ alpha, beta }: Beta, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x <= (alpha + 1) / (alpha + beta + 2)
    ? incompleteBeta(alpha, beta, x, 1 - x)
    : 1 - incompleteBeta(beta, alpha, 1 - x, x);
}

/** The value below which X lies with this probability. */
export function betaQuantile({ alpha, beta }: Beta, probability: number): number {
  const logit = Math.log(alpha / beta) + roughNormal(probability) * Math.sqrt(1 / alpha + 1 / beta);
  const constant = logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta);
  return inverse({
    below: (x) => betaBelow({ alpha, beta }, x),
    density: (x) => Math.exp(constant + (alpha - 1) * Math.log(x) + (beta - 1) * Math.log1p(-x)),
    probability,
    start: 1 / (1 + Math.exp(-logit)),
    lowest: 0,
    highest: 1,
  });
}

/** The regularised incomplete beta function by its fraction (DLMF 8.17.22), which is quick left of the mean. */
function incompleteBeta(a: number, b: number, x: number, rest: number): number {
  const factor = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest),
  );
  const fraction = continuedFraction(1, (index) => {
    const m = Math.floor(index / 2);
    const isEven = index % 2 === 0;
    const above = isEven ? m * (b - m) : -(a + m) * (a + b + m);
    return { a: (above * x) / ((a + index - 1) * (a + index)), b: 1 };
  });
  return factor / (a * fraction);
}
