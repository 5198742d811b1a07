import { moneyPlaces } from '#contract/currency-decimals.ts';
import { ratioPlaces, roundDecimal } from '#contract/decimal.ts';
import type { Row } from './client.ts';
import { member } from './cube-members.ts';

/** Ratios have eight decimal places, counts none, and money has those of the currency. */
const placesOf = (measure: string, currency: string): number => {
  if (/(roas|roi|margin|ctr|conversion_rate)$/.test(measure)) return ratioPlaces;
  return /^(?!cost).*(purchases|users|clicks|impressions)$/.test(measure)
    ? 0
    : moneyPlaces(currency);
};

/** Reads the figures of a question, whose project has one currency. */
export function figuresOf({ currency }: { currency: string }) {
  /** A figure of a row; null if the endpoint returned none, as for an average over no rows. */
  const figureIn = (row: Row | undefined, measure: string): number | null => {
    const text = row?.[member(measure)];
    return text === undefined || text === null
      ? null
      : roundDecimal(text, placesOf(measure, currency));
  };
  return {
    figureIn,
    /** A sum or a count of a row, 0 if the endpoint returned none. */
    amountIn: (row: Row | undefined, measure: string): number => figureIn(row, measure) ?? 0,
    /** The sum of unrounded figures, rounded only at the end. */
    sumIn: (rows: readonly (Row | undefined)[], measure: string): number =>
      roundDecimal(sumOf(rows.map((row) => row?.[member(measure)])), placesOf(measure, currency)),
  };
}

/** Adds unrounded figures exactly. */
function sumOf(texts: readonly (string | null | undefined)[]): string {
  const sum = texts.reduce((left, text) => left + scaled(text ?? '0'), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const scale = 10;

function scaled(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0').slice(0, scale)}`);
}
