import { continuedFraction } from './fraction.ts';
import { inverse, roughNormal } from './inverse-cdf.ts';
import { logGamma } from './log-gamma.ts';

/** A Gamma distribution: shape k and scale θ, mean kθ. */
export type Gamma = { shape: number; scale: number };

/** P(X ≤ x). */
export const gammaBelow = ({ shape, scale }: Gamma, x: number): number =>
  x <= 0 ? 0 : lowerGamma(shape, x / scale);

/** The value below which X lies with this probability. */
export function gammaQuantile({ shape, scale }: Gamma, probability: number): number {
  return (
    scale *
    inverse({
      below: (x) => lowerGamma(shape, x),
      density: (x) => Math.exp((shape - 1) * Math.log(x) - x - logGamma(shape)),
      probability,
      start: wilsonHilferty(shape, probability),
      lowest: 0,
      highest: Number.POSITIVE_INFINITY,
    })
  );
}

/** The regularised lower incomplete gamma function: its series (DLMF 8.11.4), else 1 − its fraction (DLMF 8.9.2). */
function lowerGamma(shape: number, x: number): number {
  if (x === 0) return 0;
  const factor = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  if (x >= shape + 1) {
    const fraction = continuedFraction(x + 1 - shape, (index) => ({
      a: -index * (index - shape),
      b: x + 2 * index + 1 - shape,
    }));
    return 1 - factor / fraction;
  }
  let term = 1 / shape;
  let sum = term;
  for (let index = 1; term > sum * 1e-16; index += 1) {
    term *= x / (shape + index);
    sum += term;
  }
  return factor * sum;
}

/** The cube root of a Gamma variable is nearly normal; of a small shape its density near 0 says more. */
function wilsonHilferty(shape: number, probability: number): number {
  const ninth = 1 / (9 * shape);
  const root = 1 - ninth + roughNormal(probability) * Math.sqrt(ninth);
  if (root > 0.2) return shape * root ** 3;
  return Math.exp((Math.log(probability) + logGamma(shape + 1)) / shape);
}
