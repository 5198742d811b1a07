import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import type { Row } from './client.ts';
import { member } from './cube-members.ts';

/** Money has two decimal places, ratios have eight, counts none. */
const placesOf = (measure: string): number => {
  if (/(roas|conversion_rate)$/.test(measure)) return ratioPlaces;
  return /(purchases|users|clicks)$/.test(measure) ? 0 : 2;
};

/** A figure of a row; null if the endpoint returned none, as for an average over no rows. */
export function figureIn(row: Row | undefined, measure: string): number | null {
  const text = row?.[member(measure)];
  return text === undefined || text === null ? null : roundDecimal(text, placesOf(measure));
}

/** A sum or a count of a row, 0 if the endpoint returned none. */
export const amountIn = (row: Row | undefined, measure: string): number =>
  figureIn(row, measure) ?? 0;

/** Adds unrounded figures exactly. */
export function sumOf(texts: readonly (string | null | undefined)[]): string {
  const sum = texts.reduce((left, text) => left + scaled(text ?? '0'), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export const cents = (text: string): number => roundDecimal(text, 2);

const scale = 10;

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0').slice(0, scale)}`);
}
