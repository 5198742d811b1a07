/** A number written digit by digit, without rounding to a binary fraction. */
export class Amount {
  readonly text: string;

  constructor(decimal: string) {
    if (!/^-?\d+(\.\d+)?$/.test(decimal)) throw new Error('An amount is a decimal.');
    const short = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
    this.text = short.replace(/^(-?)0+(?=\d)/, '$1');
  }
}

export type Json =
  | null
  | boolean
  | number
  | string
  | Amount
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON without undefined and empty fields. */
export function toExactJson(value: Json): string {
  if (value instanceof Amount) return value.text;
  if (Array.isArray(value)) return `[${value.map(toExactJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).flatMap(([key, one]) =>
    one === undefined || one === '' ? [] : [`${JSON.stringify(key)}:${toExactJson(one)}`],
  );
  return `{${fields.join(',')}}`;
}
