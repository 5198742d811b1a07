import type { Measure } from '../compiler/model.ts';
import { callsIn } from '../rewriting/aggregates.ts';
import { type Arm, itemsOf, literalIn } from '../rewriting/union-arms.ts';

/** One aggregate of a measure, seen from a single row. */
export type Term = {
  call: string;
  /** What the aggregate adds for a row: `1` for counts, the person for distinct counts. */
  addend: string;
  /** The condition of the rows it reads. */
  condition: string;
  isPeople: boolean;
};

export function termsOf({ expression }: Pick<Measure, 'expression'>): Term[] {
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
  { expression }: Pick<Measure, 'expression'>,
  terms: readonly Term[],
  runJsonQuery: (term: Term) => string | null,
): string {
  return terms.reduce((text, term) => {
    const value = runJsonQuery(term) ?? nothing;
    // Only the sum is rounded, so that the rows add up to it.
    return text.replaceAll(`round(${term.call}, 10)`, value).replaceAll(term.call, value);
  }, expression);
}

const nothing = 'toDecimal128(0, 10)';

export const added = (addend: string, condition: string): string =>
  `if(${condition}, toDecimal128(${addend}, ${/\.estimated\b/.test(addend) ? 16 : 10}), ${nothing})`;

export const anyOf = (conditions: readonly string[]): string =>
  `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
