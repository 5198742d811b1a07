import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import type { Row } from './client.ts';
import { member } from './members.ts';

/** Money has two places, ratios eight, counts none. */
const placesOf = (measure: string): number => {
  if (/(roas|conversion_rate)$/.test(measure)) return ratioPlaces;
  return /(purchases|users|clicks)$/.test(measure) ? 0 : 2;
};

/** A figure of a row; none where the endpoint gave none, as for an average over nothing. */
export function figureIn(row: Row | undefined, measure: string): number | null {
  const text = row?.[member(measure)];
  return text === undefined || text === null ? null : roundDecimal(text, placesOf(measure));
}

/** The same for sums and counts, which are 0 over nothing. */
export const amountIn = (row: Row | undefined, measure: string): number =>
  figureIn(row, measure) ?? 0;

/** Adds figures as the endpoint wrote them, before anything is rounded. */
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
