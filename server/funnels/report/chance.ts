import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import { gammaBelow } from '../../analytics/evidence/gamma.ts';

/** The 90th percentile of the normal distribution: 80 % lie between it and its opposite. */
const z80 = 1.281_551_565_544_600_4;

const rounded = (share: number): number => roundDecimal(share.toFixed(12), ratioPlaces);

/** The bounds of chance of a share by Wilson, 80 %. */
export function wilson(came: number, of: number): [number, number] | null {
  if (of === 0) return null;
  const share = came / of;
  const square = z80 ** 2 / of;
  const middle = (share + square / 2) / (1 + square);
  const half = (z80 * Math.sqrt((share * (1 - share)) / of + square / (4 * of))) / (1 + square);
  return [rounded(Math.max(0, middle - half)), rounded(Math.min(1, middle + half))];
}

type Share = { came: number; of: number };

/** How likely so large a difference of two shares is by chance alone; null where it cannot be told. */
export function differenceByChance(one: Share, other: Share): number | null {
  if (one.of === 0 || other.of === 0) return null;
  const pooled = (one.came + other.came) / (one.of + other.of);
  const variance = pooled * (1 - pooled) * (1 / one.of + 1 / other.of);
  if (variance === 0) return null;
  const square = (one.came / one.of - other.came / other.of) ** 2 / variance;
  // The square of a normal number is distributed as a gamma with these parameters.
  return rounded(Math.max(0, 1 - gammaBelow({ shape: 0.5, scale: 2 }, square)));
}
