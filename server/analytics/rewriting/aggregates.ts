import { peoplePartition } from './distinct-people.ts';
import { type Arm, armSql, literalIn, type ScanLimits } from './union-arms.ts';

export type Aggregate = {
  /** The aggregate call as the measure writes it. */
  call: string;
  alias: string;
  /** The kinds of rows the call reads; null when its text does not name them. */
  records: ReadonlySet<string> | null;
  /** The excluded rows the call reads, by the reason of their exclusion; null for all. */
  reasons: ReadonlySet<string> | null;
};

/** The distinct aggregates of some expressions, each with a name of its own. */
export function aggregatesIn(expressions: readonly string[]): Aggregate[] {
  const calls = new Set(expressions.flatMap(callsIn));
  return [...calls].map((call, index) => ({
    call,
    alias: `a${index}`,
    records: recordsIn(call),
    reasons: reasonsIn(call),
  }));
}

/** Rewrites an expression over whole groups into one over columns that hold its partial aggregates. */
export function overParts(expression: string, aggregates: readonly Aggregate[]): string {
  return callsIn(expression).reduce((text, call) => {
    const part = aggregates.find((one) => one.call === call);
    if (!part) throw new Error(`No column holds the parts of ${call}.`);
    return text.replaceAll(call, `sum(${part.alias})`);
  }, expression);
}

/**
 * Whether groups can be added up from partial results of each arm: sums and counts always, distinct counts only where
 * one arm alone holds their rows.
 */
export function canDivide(aggregates: readonly Aggregate[], arms: readonly Arm[]): boolean {
  return (
    arms.length > 1 &&
    aggregates.every(
      (aggregate) =>
        aggregate.records !== null &&
        (!aggregate.call.startsWith('uniqExact') ||
          arms.filter((arm) => answers(arm, aggregate)).length <= 1),
    )
  );
}

/**
 * The arms that the aggregates read. An unread arm is left out if only one column is read from it
 * and no group can consist of its rows alone.
 */
export function neededArms(
  arms: readonly Arm[],
  aggregates: readonly Aggregate[],
  isGrouped: boolean,
): readonly Arm[] {
  const isOfAny = isGrouped || aggregates.some(({ records }) => records === null);
  const isRead = (arm: Arm) =>
    (isOfAny && arm.only === undefined) || aggregates.some((aggregate) => answers(arm, aggregate));
  const read = arms.filter(isRead);
  if (read.length > 0) return read;
  const plain = arms.filter(({ only }) => only === undefined);
  return plain.length > 0 ? plain : arms;
}

export type Key = { alias: string; expression: string; kind: string };
type ArmQuery = {
  cube: string;
  keys: readonly Key[];
  aggregates: readonly Aggregate[];
  /** Conditions on the arm's rows. */
  conditions: readonly string[];
  reach: Omit<ScanLimits, 'mentioned'>;
};

/** The groups that one arm contributes: it computes the aggregates its rows can answer, and 0 for the others. */
export function groupsOfArm(
  arm: Arm,
  { cube, keys, aggregates, conditions, reach }: ArmQuery,
): string {
  const fixed = keys.map(({ expression }) => literalIn(arm, cube, expression));
  const isGrouped = fixed.some((literal) => literal === null);
  const figures = aggregates.map((aggregate) =>
    answers(arm, aggregate) ? certain(arm, aggregate.call) : '0',
  );
  const columns = [
    ...keys.map(({ alias, expression }, index) => {
      const literal = isGrouped ? fixed[index] : null;
      return `${literal ?? expression} AS ${alias}`;
    }),
    ...aggregates.map(({ alias }, index) => `${figures[index]} AS ${alias}`),
  ];
  const by = keys.filter((_, index) => !isGrouped || fixed[index] === null);
  const groups = by.map(({ expression }) => expression);
  const divided = keys.every(({ kind }) => kind === 'window') ? peoplePartition(figures) : null;
  const names = [...by.map(({ alias }) => alias), ...(divided === null ? [] : [divided])];
  const text = [...columns, ...conditions, ...groups].join(' ');
  const rows = armSql(arm, { ...reach, cube, text, keys: groups, conditions });
  return [
    `SELECT ${columns.join(', ')} FROM (${rows}) AS ${cube}`,
    conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    names.length > 0 ? `GROUP BY ${names.join(', ')}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const answers = ({ records, reasons, only }: Arm, aggregate: Aggregate): boolean =>
  [...records].some((record) => aggregate.records?.has(record)) &&
  (aggregate.reasons === null || [...reasons].some((reason) => aggregate.reasons?.has(reason))) &&
  (only === undefined || new RegExp(`\\.${only}\\b`).test(aggregate.call));

/** An arm that holds one kind of rows needs no condition on the kind. */
function certain({ records }: Arm, call: string): string {
  const [record] = records;
  if (records.size !== 1) return call;
  return call.replace(
    /^(\w+)If\((?:([^()]*), )?\w+\.record = '(\w+)'\)$/,
    (whole: string, name: string, argument = '', kind: string) =>
      kind === record ? `${name}(${argument})` : whole,
  );
}

/** An expression over the rows of one arm. */
export const inArm = (arm: Arm, expression: string): string =>
  callsIn(expression).reduce((text, call) => text.replaceAll(call, certain(arm, call)), expression);

const aggregate = /\b(?:sum|count|uniqExact)(?:If)?\(/g;

export const callsIn = (expression: string): string[] =>
  [...expression.matchAll(aggregate)].map(({ index, 0: head }) =>
    expression.slice(index, closing(expression, index + head.length)),
  );

/** The position behind the parenthesis that closes the one open at `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  let isText = false;
  let index = from;
  for (; index < text.length && depth > 0; index += 1) {
    const character = text[index];
    if (character === "'") isText = !isText;
    else if (character === '(' && !isText) depth += 1;
    else if (character === ')' && !isText) depth -= 1;
  }
  if (depth > 0) throw new Error(`A parenthesis is not closed in ${text}.`);
  return index;
}

/** The kinds of rows an expression reads; null when an aggregate names none and may read any. */
export function recordsIn(expression: string): ReadonlySet<string> | null {
  const calls = expression.match(aggregate)?.length ?? 0;
  const tests = [...expression.matchAll(/\.record (?:= ('\w+')|IN \(([^)]*)\))/g)];
  if (calls === 0 || tests.length !== calls) return null;
  return new Set(tests.flatMap(([, one, many]) => (one ?? many ?? '').match(/\w+/g) ?? []));
}

/** The exclusion reasons of the rows an aggregate reads; null when its text does not name them. */
function reasonsIn(call: string): ReadonlySet<string> | null {
  const [, one, many] = /\.excluded_reason (?:= '([^']*)'|IN \(([^)]*)\))/.exec(call) ?? [];
  if (one !== undefined) return new Set([one]);
  if (many === undefined) return null;
  return new Set([...many.matchAll(/'([^']*)'/g)].map(([, reason = '']) => reason));
}
