import { rounded } from './decimal.ts';

/** How much more than before, as a share of before; none when there was nothing before. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return rounded(((now - before) / Math.abs(before)).toFixed(10), 4);
}

export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded((part / whole).toFixed(10), 4);
}
