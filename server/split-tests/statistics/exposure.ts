export type Exposure = {
  units: number;
  /** Units that were shown more than one variant; they count with the first. */
  inSeveral: number;
};

/**
 * Whether too many units saw several variants: from 1 % on, or from 0.1 % where the split is uneven, since such units
 * then lean towards the larger variant. The share is unknown without units.
 */
export function multipleExposure({ units, inSeveral }: Exposure, shares: readonly number[]) {
  if (units === 0) return { share: null, isTooHigh: false };
  const share = inSeveral / units;
  const isEven = Math.max(...shares) - Math.min(...shares) < 1e-9;
  return { share, isTooHigh: share >= (isEven ? 0.01 : 0.001) };
}
