import { callsIn } from '../compiler/aggregates.ts';
import type { Measure } from '../compiler/model.ts';
import { type Arm, itemsOf, literalIn } from '../compiler/union-arms.ts';

/** One aggregate of a measure, seen from a single row. */
export type Term = {
  call: string;
  /** What it adds for a row, `1` where it counts; of people, who they are. */
  what: string;
  /** Which rows it looks at. */
  condition: string;
  isPeople: boolean;
};

export function termsOf({ expression }: Pick<Measure, 'expression'>): Term[] {
  return [...new Set(callsIn(expression))].map((call) => {
    const [, name = '', inside = ''] = /^(\w+)If\(([\s\S]*)\)$/.exec(call) ?? [];
    const items = itemsOf(inside);
    const condition = items.pop();
    if (!condition) throw new Error(`No single row can be asked about ${call}.`);
    const [what = '1'] = items;
    return { call, what, condition, isPeople: name.startsWith('uniq') };
  });
}

/** Whether the rows of a part can add anything: it holds the kind and does not answer 0 for all of them. */
export function isAnswered(
  { what }: Term,
  arm: Arm,
  { cube, records }: { cube: string; records: ReadonlySet<string> },
): boolean {
  const always = literalIn(arm, cube, what);
  return (
    [...arm.records].some((record) => records.has(record)) &&
    (always === null || !/\(0\b/.test(always))
  );
}

/** A measure of one row: each aggregate is what it adds for this row alone. */
export function amountOf(
  { expression }: Pick<Measure, 'expression'>,
  terms: readonly Term[],
  write: (term: Term) => string | null,
): string {
  return terms.reduce(
    (text, term) => text.replaceAll(term.call, write(term) ?? nothing),
    expression,
  );
}

const nothing = 'toDecimal128(0, 10)';

export const added = (what: string, condition: string): string =>
  `if(${condition}, toDecimal128(${what}, 10), ${nothing})`;

export const anyOf = (conditions: readonly string[]): string =>
  `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
