/** The decimals of a ratio on the wire: many more than any screen shows, so that only the screen rounds. */
export const ratioPlaces = 8;

/**
 * A decimal text as a number with so many places, halves rounded away from zero. Exact for any text: no binary fraction
 * is rounded, so every reader of a figure shows the same cent.
 */
export function roundDecimal(text: string, places: number): number {
  const dot = text.indexOf('.');
  const whole = dot < 0 ? text : text.slice(0, dot);
  const fraction = dot < 0 ? '' : text.slice(dot + 1);
  if (!isDigits(whole, text.startsWith('-') ? 1 : 0) || (dot >= 0 && !isDigits(fraction, 0))) {
    return Number(Number(text).toFixed(places));
  }
  const digits = whole.replace('-', '') + fraction.slice(0, places).padEnd(places, '0');
  const up = (fraction[places] ?? '0') >= '5';
  const scaled =
    digits.length < 16 ? Number(digits) + (up ? 1 : 0) : BigInt(digits) + (up ? 1n : 0n);
  const amount =
    typeof scaled === 'number' ? scaled / 10 ** places : Number(`${scaled}e-${places}`);
  return amount !== 0 && text.startsWith('-') ? -amount : amount;
}

function isDigits(text: string, from: number): boolean {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return text.length > from;
}
