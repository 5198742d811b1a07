import type { Granularity } from '#contract/period.ts';
import { sourceFor } from './arms.ts';
import type { Model } from './model.ts';
import { Parameters } from './parameters.ts';
import { conditionsOf, leavesOf } from './predicates.ts';
import { type Filter, type Query, QueryProblem, timeMember } from './query.ts';
import { asKnownAt } from './versions.ts';

export type Column = { member: string; kind: 'dimension' | 'bucket' | 'measure' };
export type Statement = {
  sql: string;
  parameters: Record<string, unknown>;
  columns: readonly Column[];
};

type Part = Column & { alias: string; expression: string; shown: string };

/** One question, one statement. Names come from the model alone, values travel as parameters. */
export function compile(model: Model, query: Query): Statement {
  const parameters = new Parameters();
  const parts = partsOf(model, query, parameters);
  const groups = `SELECT ${parts.map(({ expression, alias }) => `${expression} AS ${alias}`).join(', ')}
${grouped(model, query, parts, parameters)}`;
  const sql = `SELECT ${parts.map(({ shown }) => shown).join(', ')}
FROM (${groups})
${orderOf(query, parts)}${limitOf(query, parameters)}`;
  return { sql, parameters: parameters.values, columns: parts.map(columnOf) };
}

/** How many rows a question has in all, whatever its limit. */
export function compileTotal(model: Model, query: Query): Statement {
  const parameters = new Parameters();
  const parts = partsOf(model, query, parameters);
  const keys = parts.filter(({ kind }) => kind !== 'measure');
  const selected = keys.length > 0 ? keys : parts;
  const sql = `SELECT toString(count())
FROM (SELECT ${selected.map(({ expression, alias }) => `${expression} AS ${alias}`).join(', ')}
${grouped(model, query, parts, parameters)})`;
  return { sql, parameters: parameters.values, columns: [{ member: 'total', kind: 'measure' }] };
}

function partsOf(model: Model, query: Query, parameters: Parameters): Part[] {
  const { measures, dimensions = [], granularity, timezone } = query;
  const zone = granularity ? parameters.add('String', timezone) : '';
  const parts = [
    ...dimensions.map((member, index) => dimensionPart(model, member, `d${index}`)),
    ...(granularity ? [bucketPart(model, granularity, zone)] : []),
    ...measures.map((member, index) => measurePart(model, member, `m${index}`)),
  ];
  if (parts.length === 0) {
    throw new QueryProblem(
      'query',
      'Ask for measures, dimensions or a time dimension with a granularity.',
    );
  }
  return parts;
}

function dimensionPart(model: Model, member: string, alias: string): Part {
  const dimension = model.dimensions.get(member);
  if (!dimension) throw new QueryProblem('dimensions', `"${member}" is not a dimension here.`);
  const shown =
    dimension.type === 'time' ? `toString(toUnixTimestamp(${alias}))` : `toString(${alias})`;
  return { member, kind: 'dimension', alias, expression: dimension.expression, shown };
}

function measurePart(model: Model, member: string, alias: string): Part {
  const measure = model.measures.get(member);
  if (!measure) throw new QueryProblem('measures', `"${member}" is not a measure here.`);
  return {
    member,
    kind: 'measure',
    alias,
    expression: measure.expression,
    shown: `toString(${alias})`,
  };
}

/**
 * Hours are instants, so that a day keeps its 23 or 25 of them; longer buckets are local calendar days,
 * of which no zone repeats one.
 */
function bucketPart(model: Model, granularity: Granularity, zone: string): Part {
  const time = model.dimensions.get(timeMember)?.expression ?? timeMember;
  const local = `toTimeZone(${time}, ${zone})`;
  const bucket = {
    hour: { expression: `toStartOfHour(${local})`, shown: 'toString(toUnixTimestamp(t))' },
    day: { expression: `toDate(${local})`, shown: 'toString(t)' },
    week: { expression: `toMonday(${local})`, shown: 'toString(t)' },
    month: { expression: `toStartOfMonth(${local})`, shown: 'toString(t)' },
  }[granularity];
  return { member: timeMember, kind: 'bucket', alias: 't', ...bucket };
}

function grouped(
  model: Model,
  query: Query,
  parts: readonly Part[],
  parameters: Parameters,
): string {
  const records = recordsOf(model, query);
  const filters = [...(query.filters ?? []), ...(records.isImplied ? only(records.wanted) : [])];
  const { where, having } = conditionsOf(model, filters, parameters);
  if (query.window) where.unshift(inWindow(model, query.window, parameters));
  const keys = parts.filter(({ kind }) => kind !== 'measure').map(({ alias }) => alias);
  const conditions = [
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : '',
    having.length > 0 ? `HAVING ${having.join(' AND ')}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
  const text = `${parts.map(({ expression }) => expression).join(' ')} ${conditions}`;
  const source = sourceFor(model, text, records.wanted);
  const from = query.asOf ? asKnownAt(source, query.asOf, parameters) : source;
  return `FROM (${from}) AS ${model.cube}\n${conditions}`;
}

function inWindow(
  model: Model,
  { from, to }: NonNullable<Query['window']>,
  parameters: Parameters,
): string {
  const time = model.dimensions.get(timeMember);
  const column = time?.meta ? `${model.cube}.${time.meta.column}` : (time?.expression ?? '');
  const [first, end] = [from, to].map((instant) => parameters.second(instant));
  return `${column} >= ${first} AND ${column} < ${end}`;
}

type Records = { wanted: ReadonlySet<string> | null; isImplied: boolean };

/**
 * The kinds of rows a question is about: those it filters by, else those its measures look at. The latter only where
 * no group is asked for: with one, a group made of other rows alone is part of the answer, as it is in Cube.
 */
function recordsOf(model: Model, query: Query): Records {
  const asked = (query.filters ?? []).flatMap((filter) =>
    'member' in filter && filter.member === 'record' && filter.operator === 'equals'
      ? [filter.values]
      : [],
  );
  const [first] = asked;
  if (first) return { wanted: new Set(first), isImplied: false };
  if ((query.dimensions ?? []).length > 0 || query.granularity) {
    return { wanted: null, isImplied: false };
  }
  const filtered = (query.filters ?? []).flatMap(leavesOf).map(({ member }) => member);
  const records = new Set<string>();
  for (const member of [...query.measures, ...filtered]) {
    const measure = model.measures.get(member);
    if (!measure) continue;
    if (!measure.records) return { wanted: null, isImplied: false };
    for (const record of measure.records) records.add(record);
  }
  return records.size > 0
    ? { wanted: records, isImplied: true }
    : { wanted: null, isImplied: false };
}

const only = (records: ReadonlySet<string> | null): Filter[] => [
  { member: 'record', operator: 'equals', values: [...(records ?? [])].sort() },
];

/** As Cube does: by time, else by the first measure downwards, else by the first dimension; then by the keys. */
function orderOf(query: Query, parts: readonly Part[]): string {
  const keys = parts.filter(({ kind }) => kind !== 'measure');
  const asked = (query.order ?? []).map(([member, direction]) => {
    const part =
      parts.find((one) => one.member === member && one.kind === 'bucket') ??
      parts.find((one) => one.member === member);
    if (!part) throw new QueryProblem('order', `"${member}" is not part of this query.`);
    return { alias: part.alias, direction };
  });
  const bucket = parts.find(({ kind }) => kind === 'bucket');
  const measure = parts.find(({ kind }) => kind === 'measure');
  const fallback = bucket
    ? [{ alias: bucket.alias, direction: 'asc' as const }]
    : measure
      ? [{ alias: measure.alias, direction: 'desc' as const }]
      : [];
  const chosen = query.order ? asked : fallback;
  const rest = keys
    .filter(({ alias }) => chosen.every((one) => one.alias !== alias))
    .map(({ alias }) => ({ alias, direction: 'asc' as const }));
  const terms = keys.length > 0 ? [...chosen, ...rest] : [];
  return terms.length > 0
    ? `ORDER BY ${terms.map(({ alias, direction }) => `${alias} ${direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')}`
    : '';
}

function limitOf({ limit, offset }: Query, parameters: Parameters): string {
  if (limit === undefined) return '';
  const rows = `\nLIMIT ${parameters.add('UInt64', limit)}`;
  return offset ? `${rows} OFFSET ${parameters.add('UInt64', offset)}` : rows;
}

const columnOf = ({ member, kind }: Part): Column => ({ member, kind });
