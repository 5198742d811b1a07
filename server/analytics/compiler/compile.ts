import type { Granularity, Window } from '#contract/period.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { boundsOf, daysOf, inAnyWindow, windowIndex } from '../../warehouse/window-sql.ts';
import {
  aggregatesIn,
  canDivide,
  groupsOfArm,
  inArm,
  neededArms,
  overParts,
} from '../rewriting/aggregates.ts';
import { asOfSql } from '../rewriting/as-of.ts';
import { type Arm, armSql, armsFor, type ScanLimits } from '../rewriting/union-arms.ts';
import { inZone } from '../rewriting/zone-mark.ts';
import { type MoneyPlaces, placesOf } from './figure-values.ts';
import type { Model } from './model.ts';
import { conditionsOf, leavesOf } from './predicates.ts';
import { type Filter, type Query, QueryProblem, timeMember, windowMember } from './query.ts';
import { spreadByHours } from './spread-hours.ts';
import { slicesOf } from './statement-slices.ts';

export type Column = { member: string; kind: 'dimension' | 'bucket' | 'window' | 'measure' };
export type Statement = {
  sql: string;
  parameters: Record<string, unknown>;
  columns: readonly Column[];
};

type Part = Column & { alias: string; expression: string };

/**
 * Compiles a query into one SQL statement. Names come from the model alone, values travel as parameters. Instants are
 * answered as Unix times; other values need no conversion, because the answer is read as text.
 */
export function compile(shipped: Model, query: Query): Statement {
  const model = spreadByHours(shipped, query);
  const parameters = new Parameters();
  const parts = partsOf(model, query, parameters).map((part) =>
    isMoment(model, query, part)
      ? { ...part, expression: `toUnixTimestamp(${part.expression})` }
      : part,
  );
  const sql = `${grouped(model, query, parts, parameters)}
${orderOf(query, parts)}${limitOf(query, parameters)}`;
  return { sql, parameters: parameters.values, columns: parts.map(columnOf) };
}

/** How rows are written as JSON: the name of each member, and the decimal places of money. */
export type JsonForm = MoneyPlaces & { names: Readonly<Record<string, string>> };

/**
 * The same query with each row answered as a JSON object under these names and a comma, with rounded figures. For
 * answers of tens of thousands of rows, which are sent without being parsed.
 */
export function compileJsonRows(
  model: Model,
  query: Query,
  form: JsonForm,
): Pick<Statement, 'sql' | 'parameters'> {
  const parameters = new Parameters();
  const parts = partsOf(model, query, parameters);
  const fields = parts.map(
    (part) => `'"${form.names[part.member]}":', ${writtenOf(model, part, form)}`,
  );
  const sql = `SELECT concat('{', ${fields.join(", ',', ")}, '},')
FROM (${grouped(model, query, parts, parameters)})
${orderOf(query, parts)}${limitOf(query, parameters)}`;
  return { sql, parameters: parameters.values };
}

/** Counts all rows of a query, whatever its limit. */
export function compileTotal(shipped: Model, query: Query): Statement {
  const model = spreadByHours(shipped, query);
  const parameters = new Parameters();
  const parts = partsOf(model, query, parameters);
  const keys = parts.filter(({ kind }) => kind !== 'measure');
  const sql = `SELECT toString(count())
FROM (${grouped(model, query, keys.length > 0 ? keys : parts, parameters)})`;
  return { sql, parameters: parameters.values, columns: [{ member: 'total', kind: 'measure' }] };
}

/** Counts all rows of a query and adds up their measures, whatever its limit. */
export function compileSums(shipped: Model, query: Query): Statement {
  const model = spreadByHours(shipped, query);
  const parameters = new Parameters();
  const parts = partsOf(model, query, parameters);
  const measures = parts.filter(({ kind }) => kind === 'measure');
  const sql = `SELECT ${['count()', ...measures.map(({ alias }) => `sum(${alias})`)].join(', ')}
FROM (${grouped(model, query, parts, parameters)})`;
  return {
    sql,
    parameters: parameters.values,
    columns: [{ member: 'total', kind: 'measure' }, ...measures.map(columnOf)],
  };
}

function partsOf(model: Model, query: Query, parameters: Parameters): Part[] {
  const { measures, dimensions = [], granularity, timezone } = query;
  const zone = granularity ? parameters.add('String', timezone) : '';
  const zoned = (part: Part): Part => ({
    ...part,
    expression: inZone(part.expression, timezone, parameters),
  });
  const parts = [
    ...dimensions.map((member, index) => zoned(dimensionPart(model, member, `d${index}`))),
    ...(granularity ? [bucketPart(model, granularity, zone)] : []),
    ...(query.windows && query.windows.length > 1
      ? [windowPart(model, query.windows, parameters)]
      : []),
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

/** A part of a row as JSON: texts quoted, instants with the offset of their zone, figures as numbers, none as null. */
function writtenOf(model: Model, { kind, member, alias }: Part, form: MoneyPlaces): string {
  if (kind === 'dimension') return `toJSONString(ifNull(toString(${alias}), ''))`;
  if (kind === 'bucket') {
    const offset = (part: string) => `leftPad(toString(${part}), 2, '0')`;
    const [hours, minutes] = ['intDiv(o, 3600)', 'intDiv(o % 3600, 60)'].map((part) =>
      offset(part.replace('o', `abs(timeZoneOffset(${alias}))`)),
    );
    const sign = `if(timeZoneOffset(${alias}) < 0, '-', '+')`;
    return `concat('"', formatDateTime(${alias}, '%FT%T'), ${sign}, ${hours}, ':', ${minutes}, '"')`;
  }
  const { additive, unit } = model.measures.get(member)?.meta ?? {};
  const rounded = unit ? `round(${alias}, ${placesOf(unit, form)})` : alias;
  return `ifNull(toString(${rounded}), '${additive ? 0 : null}')`;
}

function dimensionPart(model: Model, member: string, alias: string): Part {
  const dimension = model.dimensions.get(member);
  if (!dimension) throw new QueryProblem('dimensions', `"${member}" is not a dimension here.`);
  return { member, kind: 'dimension', alias, expression: dimension.expression };
}

/** Hours are moments, longer buckets are days. */
const isMoment = (model: Model, query: Query, { kind, member }: Part): boolean =>
  kind === 'bucket'
    ? query.granularity === 'hour'
    : kind === 'dimension' && model.dimensions.get(member)?.type === 'time';

function measurePart(model: Model, member: string, alias: string): Part {
  const measure = model.measures.get(member);
  if (!measure) throw new QueryProblem('measures', `"${member}" is not a measure here.`);
  return { member, kind: 'measure', alias, expression: measure.expression };
}

/**
 * Hours are instants, so that a day keeps its 23 or 25 of them; longer buckets are local calendar days,
 * of which no zone repeats one.
 */
function bucketPart(model: Model, granularity: Granularity, zone: string): Part {
  const { expression: hours = timeMember, ofDays = hours } = model.dimensions.get(timeMember) ?? {};
  const time = granularity === 'hour' ? hours : ofDays;
  const local = `toTimeZone(${time}, ${zone})`;
  const expression = {
    hour: `toStartOfHour(${local})`,
    day: `toDate(${local})`,
    week: `toMonday(${local})`,
    month: `toStartOfMonth(${local})`,
    quarter: `toStartOfQuarter(${local})`,
    year: `toStartOfYear(${local})`,
  }[granularity];
  return { member: timeMember, kind: 'bucket', alias: 't', expression };
}

function windowPart(model: Model, windows: readonly Window[], parameters: Parameters): Part {
  const expression = windowIndex(columnOfTime(model), windows, parameters);
  return { member: windowMember, kind: 'window', alias: 'w', expression };
}

/** The groups of a question with their figures, one column for each part. */
function grouped(
  model: Model,
  query: Query,
  parts: readonly Part[],
  parameters: Parameters,
): string {
  const { cube } = model;
  const { wanted, others } = recordsOf(model, query);
  const { where, having } = conditionsOf(model, others, parameters, query.timezone);
  const reach = scanLimitsOf(query, parameters);
  const [isWanted = ''] = wanted
    ? conditionsOf(model, [only(wanted)], parameters, query.timezone).where
    : [];
  const conditions = (arms: readonly Arm[], { windows } = reach) => [
    ...(windows.length > 0 ? [inWindows(model, windows)] : []),
    ...where,
    ...(wanted === null || arms.every(({ records }) => [...records].every((one) => wanted.has(one)))
      ? []
      : [isWanted]),
  ];
  const keys = parts.filter(({ kind }) => kind !== 'measure');
  const aggregates = aggregatesIn([...parts.map(({ expression }) => expression), ...having]);
  // A window without rows still answers one row of zeros.
  const isGrouped = keys.some(({ kind }) => kind !== 'window');
  const arms = neededArms(armsFor(model.arms, wanted), aggregates, isGrouped);
  const asKnown = (sql: string) => (query.asOf ? asOfSql(sql, query.asOf, parameters) : sql);
  const lines = (...rest: string[]) => rest.filter((line) => line !== '').join('\n');
  const by = keys.length > 0 ? `GROUP BY ${keys.map(({ alias }) => alias).join(', ')}` : '';
  const shown = (rewrite: (expression: string) => string) =>
    having.length > 0 ? `HAVING ${having.map(rewrite).join(' AND ')}` : '';
  if (canDivide(aggregates, arms)) {
    const rewrite = (expression: string) => overParts(expression, aggregates);
    const columns = parts.map(({ kind, alias, expression }) =>
      kind === 'measure' ? `${rewrite(expression)} AS ${alias}` : alias,
    );
    const armQuery = { cube, keys, aggregates, reach };
    const groups = arms.flatMap((arm) =>
      slicesOf(armQuery, arm, query).map((slice) =>
        groupsOfArm(arm, { ...slice, conditions: conditions([arm], slice.reach) }),
      ),
    );
    const source = asKnown(groups.join('\nUNION ALL '));
    return lines(`SELECT ${columns.join(', ')}`, `FROM (${source})`, by, shown(rewrite));
  }
  const [alone] = arms.length === 1 ? arms : [];
  const rewrite = (expression: string) => (alone ? inArm(alone, expression) : expression);
  const columns = parts.map(({ expression, alias }) => `${rewrite(expression)} AS ${alias}`);
  const rows = conditions(arms);
  const text = [...columns, ...rows, ...having.map(rewrite)].join(' ');
  const expressions = keys.map(({ expression }) => expression);
  const use = { ...reach, cube, text, keys: expressions, conditions: rows };
  const source = arms.map((arm) => armSql(arm, use)).join('\nUNION ALL ');
  return lines(
    `SELECT ${columns.join(', ')}`,
    `FROM (${asKnown(source)}) AS ${cube}`,
    rows.length > 0 ? `WHERE ${rows.join(' AND ')}` : '',
    by,
    shown(rewrite),
  );
}

type Narrowed = Omit<ScanLimits, 'mentioned'>;

/** The projects and times of a query as parameters, for arms that can skip what lies outside. */
export function scanLimitsOf(
  {
    window,
    windows = window ? [window] : [],
    filters = [],
    zones,
  }: Pick<Query, 'window' | 'windows' | 'filters' | 'zones'>,
  parameters: Parameters,
): Narrowed {
  const projects = filters
    .flatMap(leavesOf)
    .flatMap((leaf) =>
      leaf.member === 'project_id' && leaf.operator === 'equals' ? leaf.values.map(Number) : [],
    );
  const isNamed = projects.length > 0 && projects.every(Number.isSafeInteger);
  return {
    projects: () => (isNamed ? parameters.add('Array(Int64)', [...new Set(projects)]) : null),
    windows: boundsOf(windows, parameters),
    days: () => daysOf(windows, parameters),
    dayOf: (time) => localDay(time, zones, parameters),
  };
}

/** The day of a time in the zone of its project. */
function localDay(time: string, zones: Query['zones'], parameters: Parameters): string {
  const projects = [...(zones ?? [])];
  const names = [...new Set(projects.map(([, zone]) => zone))];
  const last = names.pop();
  if (last === undefined) throw new Error('A spread cost needs the zones of its projects.');
  const dayIn = (zone: string) => `toDate(toTimeZone(${time}, ${parameters.add('String', zone)}))`;
  const cases = names.flatMap((name) => {
    const ids = projects.filter(([, zone]) => zone === name).map(([id]) => id);
    return [`project_id IN ${parameters.add('Array(Int64)', ids)}`, dayIn(name)];
  });
  return cases.length > 0 ? `multiIf(${[...cases, dayIn(last)].join(', ')})` : dayIn(last);
}

export const inWindows = (model: Model, windows: ScanLimits['windows']): string =>
  inAnyWindow(columnOfTime(model), windows);

function columnOfTime(model: Model): string {
  const time = model.dimensions.get(timeMember);
  return time?.meta ? `${model.cube}.${time.meta.column}` : (time?.expression ?? '');
}

type Records = {
  /** Null means all kinds. */
  wanted: ReadonlySet<string> | null;
  /** The filters on other members than `record`. */
  others: readonly Filter[];
};

/**
 * The kinds of rows a query is about: those it filters by, else those its measures read. The latter applies only to
 * ungrouped queries: in a grouped one, as in Cube, a group made of other rows alone is part of the answer.
 */
function recordsOf(model: Model, query: Query): Records {
  const filters = query.filters ?? [];
  const recordFilter = filters.find(
    (filter) => 'member' in filter && filter.member === 'record' && filter.operator === 'equals',
  );
  if (recordFilter && 'values' in recordFilter && recordFilter.values.length > 0) {
    return {
      wanted: new Set(recordFilter.values),
      others: filters.filter((filter) => filter !== recordFilter),
    };
  }
  const nothing = { wanted: null, others: filters };
  if ((query.dimensions ?? []).length > 0 || query.granularity) return nothing;
  const records = new Set<string>();
  for (const member of [
    ...query.measures,
    ...filters.flatMap(leavesOf).map((leaf) => leaf.member),
  ]) {
    const measure = model.measures.get(member);
    if (!measure) continue;
    if (!measure.records) return nothing;
    for (const record of measure.records) records.add(record);
  }
  return records.size > 0 ? { wanted: records, others: filters } : nothing;
}

const only = (records: ReadonlySet<string>): Filter => ({
  member: 'record',
  operator: 'equals',
  values: [...records].sort(),
});

/** The order of Cube: by time, else by the first measure descending, else by the first dimension; then by the keys. */
function orderOf(query: Query, parts: readonly Part[]): string {
  const keys = parts.filter(({ kind }) => kind !== 'measure');
  const requested = (query.order ?? []).map(([member, direction]) => {
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
  const chosen = query.order ? requested : fallback;
  const rest = keys
    .filter(({ alias }) => chosen.every((one) => one.alias !== alias))
    .map(({ alias }) => ({ alias, direction: 'asc' as const }));
  const terms = keys.length > 0 ? [...chosen, ...rest] : [];
  return terms.length > 0
    ? `ORDER BY ${terms.map(({ alias, direction }) => `${alias} ${direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')}`
    : '';
}

/** The limit applies to each of several windows. */
function limitOf({ limit, offset, windows = [] }: Query, parameters: Parameters): string {
  if (limit === undefined) return '';
  const rows = `\nLIMIT ${parameters.add('UInt64', limit)}`;
  const rest = offset ? `${rows} OFFSET ${parameters.add('UInt64', offset)}` : rows;
  return windows.length > 1 ? `${rest} BY w` : rest;
}

const columnOf = ({ member, kind }: Part): Column => ({ member, kind });
