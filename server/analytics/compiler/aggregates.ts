import { dividedBy } from './distinct-people.ts';
import { type Arm, armSql, literalIn, type Reach } from './union-arms.ts';

export type Aggregate = {
  /** The call as it stands in a measure. */
  call: string;
  alias: string;
  /** The kinds of rows it looks at; null when its text does not say. */
  records: ReadonlySet<string> | null;
  /** The excluded rows it looks at, by why they are; null for any. */
  reasons: ReadonlySet<string> | null;
};

/** The different aggregates that expressions are made of, each with a name of its own. */
export function aggregatesIn(expressions: readonly string[]): Aggregate[] {
  const calls = new Set(expressions.flatMap(callsIn));
  return [...calls].map((call, index) => ({
    call,
    alias: `a${index}`,
    records: recordsIn(call),
    reasons: reasonsIn(call),
  }));
}

/** An expression over whole groups, once its aggregates are columns of parts of them. */
export function overParts(expression: string, aggregates: readonly Aggregate[]): string {
  return callsIn(expression).reduce((text, call) => {
    const alias = aggregates.find((one) => one.call === call)?.alias;
    return alias === undefined ? text : text.replaceAll(call, `sum(${alias})`);
  }, expression);
}

/**
 * Whether groups may be added up from what each arm makes of them: sums and counts always; distinct counts only
 * where one arm alone holds what they look at.
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
 * The parts that aggregates read. One that none of them reads is left out where only one column is read from it, and
 * where there are no groups that its rows could make.
 */
export function neededOf(
  arms: readonly Arm[],
  aggregates: readonly Aggregate[],
  isGrouped: boolean,
): readonly Arm[] {
  const isOfAny = isGrouped || aggregates.some(({ records }) => records === null);
  const isRead = (arm: Arm) =>
    (isOfAny && arm.only === undefined) || aggregates.some((aggregate) => answers(arm, aggregate));
  const read = arms.filter(isRead);
  return read.length > 0 ? read : arms;
}

export type Key = { alias: string; expression: string; kind: string };
type Asked = {
  cube: string;
  keys: readonly Key[];
  aggregates: readonly Aggregate[];
  /** Of its rows. */
  conditions: readonly string[];
  reach: Omit<Reach, 'mentioned'>;
};

/** What one arm makes of the groups: it computes only what its rows can tell and answers 0 for the rest. */
export function groupsOfArm(
  arm: Arm,
  { cube, keys, aggregates, conditions, reach }: Asked,
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
  const divided = keys.every(({ kind }) => kind === 'window') ? dividedBy(figures) : null;
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

/** In an arm of one kind of rows nothing has to be asked about the kind. */
function certain({ records }: Arm, call: string): string {
  const [record] = records;
  if (records.size !== 1) return call;
  return call.replace(
    /^(\w+)If\((?:([^()]*), )?\w+\.record = '(\w+)'\)$/,
    (whole: string, name: string, what = '', asked: string) =>
      asked === record ? `${name}(${what})` : whole,
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

/** Where the parenthesis closes that was open before `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  let index = from;
  for (; index < text.length && depth > 0; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
  }
  return index;
}

/** Which rows an expression looks at; an aggregate that names no record could look at any. */
export function recordsIn(expression: string): ReadonlySet<string> | null {
  const calls = expression.match(aggregate)?.length ?? 0;
  const tests = [...expression.matchAll(/\.record (?:= ('\w+')|IN \(([^)]*)\))/g)];
  if (calls === 0 || tests.length !== calls) return null;
  return new Set(tests.flatMap(([, one, many]) => (one ?? many ?? '').match(/\w+/g) ?? []));
}

/** Why the rows an aggregate looks at are excluded; null where its text does not say. */
function reasonsIn(call: string): ReadonlySet<string> | null {
  const [, one, many] = /\.excluded_reason (?:= '([^']*)'|IN \(([^)]*)\))/.exec(call) ?? [];
  if (one !== undefined) return new Set([one]);
  if (many === undefined) return null;
  return new Set([...many.matchAll(/'([^']*)'/g)].map(([, reason = '']) => reason));
}
