/**
 * A decimal text as a number with so many places, halves away from zero. Exact for any text: no binary fraction is
 * rounded, so that every reader of the same figure shows the same cent.
 */
export function rounded(text: string, places: number): number {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return Number(Number(text).toFixed(places));
  const [, sign = '', whole = '0', fraction = ''] = match;
  const digits = fraction.padEnd(places + 1, '0');
  const up = (digits[places] ?? '0') >= '5' ? 1n : 0n;
  const scaled = BigInt(whole + digits.slice(0, places)) + up;
  return scaled === 0n ? 0 : Number(`${sign}${scaled}e-${places}`);
}
