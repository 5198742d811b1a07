import { type DecimalMark, readBareAmount } from '#contract/amount-text.ts';
import { decimalMark } from './locale.ts';

/**
 * The text of a number field, with a dot before its decimals. A text that makes sense only in the other form, such as
 * `12.50` where decimals follow a comma, is read in that form. A text that is no number stays, so that its field
 * refuses it.
 */
export function typedNumber(text: string): string {
  const [mark, other]: [DecimalMark, DecimalMark] =
    decimalMark() === ',' ? ['comma', 'dot'] : ['dot', 'comma'];
  return readBareAmount(text, mark) ?? readBareAmount(text, other) ?? text;
}

/** A number with a dot before its decimals, as the person would type it. */
export const numberText = (value: string): string =>
  decimalMark() === ',' && /^-?\d*\.\d+$/.test(value) ? value.replace('.', ',') : value;

/** Reads the number fields of a form. */
export const numbersIn =
  (...names: readonly string[]) =>
  (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        names.includes(name) && typeof value === 'string' ? typedNumber(value) : value,
      ]),
    );
