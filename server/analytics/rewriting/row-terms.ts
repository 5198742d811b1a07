import { callsIn } from './aggregates.ts';
import { type Arm, itemsOf, literalIn } from './union-arms.ts';

type Expressed = { expression: string };

/** One aggregate of a measure, seen from a single row. */
export type Term = {
  call: string;
  /** What the aggregate adds for a row: `1` for counts, the person for distinct counts. */
  addend: string;
  /** The condition of the rows it reads. */
  condition: string;
  isPeople: boolean;
};

/** The terms of a measure, one for each of its aggregates. */
export function termsOf({ expression }: Expressed): Term[] {
  return [...new Set(callsIn(expression))].map((call) => {
    const [, name = '', inside = ''] = /^(\w+)If\(([\s\S]*)\)$/.exec(call) ?? [];
    const items = itemsOf(inside);
    const condition = items.pop();
    if (!condition) throw new Error(`A single row cannot be evaluated for ${call}.`);
    const [addend = '1'] = items;
    return { call, addend, condition, isPeople: name.startsWith('uniq') };
  });
}

/** Whether an arm's rows can contribute: it holds the kind and is not constantly 0. */
export function canContribute(
  { addend }: Term,
  arm: Arm,
  { cube, records }: { cube: string; records: ReadonlySet<string> },
): boolean {
  const always = literalIn(arm, cube, addend);
  return (
    [...arm.records].some((record) => records.has(record)) &&
    (always === null || !/\(0\b/.test(always))
  );
}

/** A measure for a single row: each aggregate contributes what it adds for this row alone. */
export function amountOf(
  { expression }: Expressed,
  terms: readonly Term[],
  addedBy: (term: Term) => string | null,
): string {
  return terms.reduce((text, term) => {
    const value = addedBy(term) ?? nothing;
    return text.replaceAll(rounded(term.call), value).replaceAll(term.call, value);
  }, expression);
}

/** How a measure rounds a sum of shares. Their rows are not rounded, so that they add up to it. */
const rounded = (call: string): string => `toDecimal128(round(${call}, 10), 10)`;

const nothing = 'toDecimal128(0, 10)';

/** What a row adds under a condition. A share of a cost has more places than money that was stored. */
export function added(addend: string, condition: string): string {
  const places = /\.estimated\b/.test(addend) ? 16 : 10;
  return `if(${condition}, toDecimal128(${addend}, ${places}), toDecimal128(0, ${places}))`;
}

export const anyOf = (conditions: readonly string[]): string =>
  `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
