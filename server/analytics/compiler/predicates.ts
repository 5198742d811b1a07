import type { Parameters } from '../../warehouse/parameters.ts';
import { columnOfText } from '../rewriting/empty-text.ts';
import { inZone } from '../rewriting/zone-mark.ts';
import type { Dimension, Measure, Model } from './model.ts';
import { type Filter, type Operator, QueryProblem, timeMember } from './query.ts';

type Leaf = Exclude<Filter, { and: readonly Filter[] } | { or: readonly Filter[] }>;
export type Conditions = { where: string[]; having: string[] };

const comparisons: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };
/** Each pattern is a match of its own in the statement. */
const mostPatterns = 50;

/**
 * Filters on dimensions apply to rows (WHERE), filters on measures to groups (HAVING); one condition cannot mix both.
 */
export function conditionsOf(
  model: Model,
  filters: readonly Filter[],
  parameters: Parameters,
  zone: string,
): Conditions {
  const conditions: Conditions = { where: [], having: [] };
  const zoned = modelIn(model, filters, zone, parameters);
  for (const filter of filters) {
    const kinds = new Set(leavesOf(filter).map(({ member }) => kindOf(model, member)));
    if (kinds.size > 1) {
      throw new QueryProblem('filters', 'One condition cannot mix dimensions and measures.');
    }
    const sql = conditionOf(zoned, filter, parameters);
    (kinds.has('measure') ? conditions.having : conditions.where).push(sql);
  }
  return conditions;
}

/** The model with the zone of the query in the dimensions that the filters name. */
function modelIn(
  model: Model,
  filters: readonly Filter[],
  zone: string,
  parameters: Parameters,
): Model {
  const dimensions = new Map(model.dimensions);
  for (const { member } of filters.flatMap(leavesOf)) {
    const dimension = dimensions.get(member);
    if (!dimension) continue;
    const expression = inZone(dimension.expression, zone, parameters);
    if (expression !== dimension.expression) dimensions.set(member, { ...dimension, expression });
  }
  return { ...model, dimensions };
}

export function leavesOf(filter: Filter): Leaf[] {
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  if ('or' in filter) return filter.or.flatMap(leavesOf);
  return [filter];
}

function kindOf(model: Model, member: string): 'dimension' | 'measure' {
  if (model.dimensions.has(member)) return 'dimension';
  if (model.measures.has(member)) return 'measure';
  throw new QueryProblem('filters', `"${member}" is not in this model.`);
}

function conditionOf(model: Model, filter: Filter, parameters: Parameters): string {
  if ('and' in filter) return joined(model, filter.and, ' AND ', parameters);
  if ('or' in filter) return joined(model, filter.or, ' OR ', parameters);
  const measure = model.measures.get(filter.member);
  if (measure) return numeric(measure, filter, parameters);
  const dimension = model.dimensions.get(filter.member);
  if (!dimension) throw new QueryProblem('filters', `"${filter.member}" is not in this model.`);
  if (dimension.type === 'time') return temporal(dimension, filter, parameters);
  if (dimension.type === 'number') {
    return only(dimension, filter, parameters) ?? numeric(dimension, filter, parameters);
  }
  return textual(dimension, filter, parameters);
}

function joined(
  model: Model,
  filters: readonly Filter[],
  word: ' AND ' | ' OR ',
  parameters: Parameters,
): string {
  if (filters.length === 0) throw new QueryProblem('filters', 'A group of conditions is empty.');
  return `(${filters.map((filter) => conditionOf(model, filter, parameters)).join(word)})`;
}

function temporal(dimension: Dimension, leaf: Leaf, parameters: Parameters): string {
  if (leaf.operator === 'set') return `${dimension.expression} IS NOT NULL`;
  if (leaf.operator === 'notSet') return `${dimension.expression} IS NULL`;
  if (leaf.operator !== 'inDateRange') throw misfit(leaf);
  const [from, to] = [leaf.window.from, leaf.window.to].map((one) => parameters.second(one));
  const { expression, ofDays = expression } = dimension;
  const time = isShort(leaf.window) ? expression : ofDays;
  return `(${time} >= ${from} AND ${time} < ${to})`;
}

function textual(dimension: Dimension, leaf: Leaf, parameters: Parameters): string {
  if (leaf.operator === 'inDateRange') throw misfit(leaf);
  const { expression, mayBeNone } = comparedIn(dimension, leaf);
  const orNone = mayBeNone ? ` OR ${expression} IS NULL` : '';
  const values = () => valuesOf(leaf);
  const patterns = (
    not: '' | 'NOT ',
    word: ' OR ' | ' AND ',
    [before, after]: readonly [string, string],
  ) => {
    if (values().length > mostPatterns) {
      throw new QueryProblem('filters', `${leaf.operator} takes ${mostPatterns} values at most.`);
    }
    return values()
      .map(
        (text) =>
          `${expression} ${not}ILIKE ${parameters.add('String', `${before}${literally(text)}${after}`)}`,
      )
      .join(word);
  };
  switch (leaf.operator) {
    case 'set':
      return mayBeNone ? `${expression} IS NOT NULL` : `${expression} != ''`;
    case 'notSet':
      return mayBeNone ? `${expression} IS NULL` : `${expression} = ''`;
    case 'equals': {
      const [value, ...others] = values();
      return others.length > 0
        ? `${expression} IN ${parameters.add('Array(String)', values())}`
        : `${expression} = ${parameters.add('String', value)}`;
    }
    case 'notEquals':
      return `(${expression} NOT IN ${parameters.add('Array(String)', values())}${orNone})`;
    case 'contains':
      return `(${patterns('', ' OR ', ['%', '%'])})`;
    case 'notContains':
      return `(${patterns('NOT ', ' AND ', ['%', '%'])}${orNone})`;
    case 'startsWith':
      return `(${patterns('', ' OR ', ['', '%'])})`;
    case 'notStartsWith':
      return `(${patterns('NOT ', ' AND ', ['', '%'])}${orNone})`;
    case 'endsWith':
      return `(${patterns('', ' OR ', ['%', ''])})`;
    case 'notEndsWith':
      return `(${patterns('NOT ', ' AND ', ['%', ''])}${orNone})`;
    default:
      return `${expression} ${comparisons[leaf.operator]} ${parameters.add('String', firstOf(leaf))}`;
  }
}

/**
 * The expression that a filter on a text compares. Where an empty text means none and the filter does not name it, the
 * raw column is compared, because converting it first takes longer than reading it.
 */
function comparedIn(
  { expression }: Dimension,
  leaf: Leaf,
): { expression: string; mayBeNone: boolean } {
  const column = columnOfText(expression);
  const isOrdered = leaf.operator in comparisons;
  const namesEmpty = 'values' in leaf && leaf.values.includes('');
  if (column === null || isOrdered || namesEmpty) return { expression, mayBeNone: true };
  return { expression: column, mayBeNone: false };
}

function numeric({ expression }: Dimension | Measure, leaf: Leaf, parameters: Parameters): string {
  switch (leaf.operator) {
    case 'inDateRange':
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'notStartsWith':
    case 'endsWith':
    case 'notEndsWith':
      throw misfit(leaf);
    case 'set':
      return `${expression} IS NOT NULL`;
    case 'notSet':
      return `${expression} IS NULL`;
    case 'equals':
      return `${expression} IN ${numbers(valuesOf(leaf), parameters)}`;
    case 'notEquals':
      return `(${expression} NOT IN ${numbers(valuesOf(leaf), parameters)} OR ${expression} IS NULL)`;
    default:
      return `${expression} ${comparisons[leaf.operator]} ${parameters.add('Float64', numberOf(firstOf(leaf)))}`;
  }
}

const DAY = 86_400_000;

/** Whether a window is shorter than any day, also one on which clocks are set forward. */
export const isShort = ({ from, to }: { from: Date; to: Date }): boolean =>
  to.getTime() - from.getTime() < DAY - 2 * 3_600_000;

/** A single number is compared with `=`, which costs less than a list of one. */
function only({ expression }: Dimension, leaf: Leaf, parameters: Parameters): string | null {
  if (leaf.operator !== 'equals' || leaf.values.length !== 1) return null;
  const value = numberOf(firstOf(leaf));
  return Number.isSafeInteger(value) ? `${expression} = ${parameters.add('Int64', value)}` : null;
}

/** Whole numbers stay whole: an id compared with a fraction would leave the primary key unused. */
function numbers(texts: readonly string[], parameters: Parameters): string {
  const values = texts.map(numberOf);
  const type = values.every(Number.isSafeInteger) ? 'Array(Int64)' : 'Array(Float64)';
  return parameters.add(type, values);
}

function valuesOf(leaf: Leaf): readonly string[] {
  const values = 'values' in leaf ? leaf.values : [];
  if (values.length === 0) {
    throw new QueryProblem('filters', `${leaf.member} ${leaf.operator} needs at least one value.`);
  }
  return values;
}

function firstOf(leaf: Leaf): string {
  const [first, ...more] = valuesOf(leaf);
  if (first === undefined || more.length > 0) {
    throw new QueryProblem('filters', `${leaf.member} ${leaf.operator} takes one value.`);
  }
  return first;
}

function numberOf(text: string): number {
  const number = /^[+-]?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,2})?$/.test(text)
    ? Number(text)
    : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new QueryProblem('filters', `"${text.slice(0, 40)}" is not a number.`);
}

/** A text without the wildcards of patterns. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const misfit = ({ member, operator }: Leaf) =>
  new QueryProblem(
    'filters',
    member === timeMember
      ? `${member} takes inDateRange, set and notSet, not ${operator}.`
      : `${operator} does not fit ${member}.`,
  );
