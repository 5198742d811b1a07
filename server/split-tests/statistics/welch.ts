import betainc from '@stdlib/math-base-special-betainc';
import { type Moments, varianceOf } from './estimates.ts';

/**
 * Welch's test of two means with unequal variances: t, its degrees of freedom, and the two-sided chance of such a t
 * without any difference. Unknown below two units on a side or where no value differs from another.
 * Source: Welch (1947); the tail is the regularised incomplete beta function of df / (df + t²).
 */
export function welch(control: Moments, variant: Moments) {
  if (control.units < 2 || variant.units < 2) return null;
  const a = varianceOf(control) / control.units;
  const b = varianceOf(variant) / variant.units;
  const standardError = Math.sqrt(a + b);
  if (standardError === 0) return null;
  const difference = variant.sum / variant.units - control.sum / control.units;
  const t = difference / standardError;
  const df = (a + b) ** 2 / (a ** 2 / (control.units - 1) + b ** 2 / (variant.units - 1));
  return { difference, standardError, t, df, p: betainc(df / (df + t ** 2), df / 2, 0.5) };
}
