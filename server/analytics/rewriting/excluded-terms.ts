import type { Term } from './row-terms.ts';

/**
 * A term over excluded rows: `would` holds the kind that the row has without its exclusion, while `record` is the same
 * for all of them.
 */
export function overExcluded(term: Term, cube: string): Term {
  const record = `${cube}.record`;
  if (!term.condition.includes(record)) {
    throw new Error(`The kind of the rows is not named in ${term.call}.`);
  }
  return { ...term, condition: term.condition.replaceAll(record, `${cube}.would`) };
}

/** A term over the further reports of a conversion: what they added to its value. Counts and credits stay. */
export function overRepeats(term: Term, cube: string): Term {
  const { addend, call } = term;
  const value = `${cube}.value`;
  const isSame = addend === '1' || addend === `${cube}.credit`;
  if (!isSame && !addend.includes(value)) throw new Error(`No value is added up in ${call}.`);
  return { ...term, addend: addend.replace(value, `${cube}.raw_value - ${value}`) };
}

/** A term over conversions that only the other side reported; null where it names no side. */
export function overOtherSide(term: Term, cube: string): Term | null {
  const [, side] = /\.side = '(\w+)'/.exec(term.condition) ?? [];
  if (side === undefined) return null;
  const other = side === 'server' ? 'browser' : 'server';
  const condition = term.condition.replace(`'${side}'`, `'${other}'`);
  return { ...term, condition: `${condition} AND ${cube}.paired = 0` };
}
