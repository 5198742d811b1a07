import { around, type Difference, type Interval } from './estimates.ts';

type Plan = {
  /** Units of the variant and the control together, at which the interval is to be narrowest. Fixed at the start. */
  plannedUnits: number;
  /** The chance of a false find over all looks together; divided by treatments × goals where there are several. */
  alpha: number;
};

/**
 * The tuning number of the sequence that makes it narrowest at the planned units:
 * ρ = √((−2 ln α + ln(−2 ln α + 1)) / N*). Source: Waudby-Smith et al., "Time-uniform central limit theory and
 * asymptotic confidence sequences" (2021), section 2.
 */
export const rhoOf = ({ plannedUnits, alpha }: Plan): number =>
  Math.sqrt((-2 * Math.log(alpha) + Math.log1p(-2 * Math.log(alpha))) / plannedUnits);

/** How many standard errors wide a side of the interval is after `units` units. */
function boundaryAt(units: number, plan: Plan): number {
  const grown = units * rhoOf(plan) ** 2;
  return Math.sqrt(((2 * (grown + 1)) / grown) * Math.log(Math.sqrt(grown + 1) / plan.alpha));
}

export type Sequential = Interval & { halfWidth: number; p: number };

/**
 * The anytime-valid interval and p of a difference: true at every look at once, however often one looks.
 * p = min(1, √(Nρ²+1) / exp(ρ² N z² / (2 (Nρ²+1)))). Without spread there is no evidence yet: p 1, no bounds.
 * Source: as {@link rhoOf}, the asymptotic confidence sequence with a normal mixture.
 */
export function sequential(
  { value, standardError }: Difference,
  units: number,
  plan: Plan,
): Sequential {
  if (units === 0 || standardError === 0) {
    return { low: -Infinity, high: Infinity, halfWidth: Infinity, p: 1 };
  }
  const grown = units * rhoOf(plan) ** 2;
  const halfWidth = standardError * boundaryAt(units, plan);
  const evidence =
    (grown * (value / standardError) ** 2) / (2 * (grown + 1)) - Math.log1p(grown) / 2;
  return { ...around(value, halfWidth), halfWidth, p: Math.min(1, Math.exp(-evidence)) };
}
