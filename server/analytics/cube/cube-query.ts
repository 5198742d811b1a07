import { type CubeQuery, cubeQuerySchema } from '#contract/analytics/cube.ts';
import { longestPeriod } from '#contract/period.ts';
import { textMap } from '#contract/text-map.ts';
import { zoneOf } from '#contract/time-zone.ts';
import { withExactNumbers } from '../../platform/exact-numbers.ts';
import { unstorableIn } from '../../plugins/storable-text.ts';
import { type DateRange, dateRangeOf } from '../compiler/date-range.ts';
import type { Model } from '../compiler/model.ts';
import { leavesOf } from '../compiler/predicates.ts';
import {
  type Direction,
  type Filter,
  type Query,
  QueryProblem,
  timeMember,
} from '../compiler/query.ts';
import { checkFilterForm, filterOf } from './query-filters.ts';

const defaultLimit = 10_000;
const mostPoints = 10_000;
const mostValues = 5_000;
const mostConditions = 200;
/** Each pattern is matched in every part of the union. */
const mostPatterns = 200;
const patternOperators = new Set<string>([
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
]);
const mostDepth = 12;

export type CubeQuestion = {
  cubeQuery: CubeQuery;
  query: Query & { limit: number };
  range: DateRange | null;
  /** The time dimension of the query, with or without a granularity. */
  timeDimension: CubeQuery['timeDimensions'][number] | null;
};

export type CubeQuestions = {
  queryType: 'regularQuery' | 'compareDateRangeQuery';
  /** One per compared date range; they differ in nothing else. */
  questions: CubeQuestion[];
};

/** Parses a Cube query into a query of the model; what the model cannot answer is refused by name. */
export function parseCubeQuery(input: unknown, model: Model, now: Date): CubeQuestions {
  const cubeQuery = parsed(input);
  const [{ compareDateRange = null, ...time } = { dimension: '' }] = cubeQuery.timeDimensions;
  if (!compareDateRange) {
    return { queryType: 'regularQuery', questions: [questionOf(cubeQuery, model, now)] };
  }
  const questions = compareDateRange.map((dateRange) =>
    questionOf({ ...cubeQuery, timeDimensions: [{ ...time, dateRange }] }, model, now),
  );
  return { queryType: 'compareDateRangeQuery', questions };
}

function questionOf(cubeQuery: CubeQuery, model: Model, now: Date): CubeQuestion {
  const short = shortNames(model);
  const timezone = zoneOf(cubeQuery.timezone ?? 'UTC');
  if (!timezone)
    throw new QueryProblem('timezone', `"${cubeQuery.timezone}" is not a known time zone.`);

  const [time = null] = cubeQuery.timeDimensions;
  if (time && short(time.dimension) !== timeMember) {
    throw new QueryProblem('timeDimensions', `"${time.dimension}" is not a time dimension.`);
  }
  const granularity = time?.granularity ?? null;
  const range = time?.dateRange ? dateRangeOf(time.dateRange, timezone, now) : null;
  if (range) checkRange(range, granularity);

  const reading = { model, short, zone: timezone, now };
  const filters = cubeQuery.filters.map((filter) => filterOf(filter, reading));
  checkSize(filters);
  const order = orderOf(cubeQuery, short);
  return {
    cubeQuery,
    range,
    timeDimension: time,
    query: {
      measures: cubeQuery.measures.map(short),
      dimensions: cubeQuery.dimensions.map(short),
      granularity,
      window: range?.window ?? null,
      filters,
      ...(order ? { order } : {}),
      limit: cubeQuery.limit ?? defaultLimit,
      offset: cubeQuery.offset ?? 0,
      timezone,
    },
  };
}

function parsed(input: unknown): CubeQuery {
  const query = typeof input === 'string' ? json(input) : input;
  if (Array.isArray(query)) throw new QueryProblem('query', 'Send one query at a time.');
  if (typeof query !== 'object' || query === null) {
    throw new QueryProblem('query', 'Send the query as a JSON object.');
  }
  if (isDeep(query)) throw new QueryProblem('query', 'The query is nested too deeply.');
  const unstorable = unstorableIn(query);
  if (unstorable !== null) {
    throw new QueryProblem(
      unstorable.slice(0, 80),
      'This contains characters that cannot be stored.',
    );
  }
  if ('filters' in query) checkFilterForm(query.filters);
  const result = cubeQuerySchema.safeParse(query);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') || 'query';
  throw new QueryProblem(path.slice(0, 80), (issue?.message ?? 'cannot be read').slice(0, 200));
}

function json(text: string): unknown {
  try {
    return JSON.parse(withExactNumbers(text));
  } catch {
    throw new QueryProblem('query', 'The query is not JSON.');
  }
}

function isDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < mostDepth * 2; depth++) {
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

const shortNames =
  (model: Model) =>
  (member: string): string => {
    const [cube, name, ...more] = member.split('.');
    if (cube !== model.cube || name === undefined || more.length > 0) {
      throw new QueryProblem('member', `"${member.slice(0, 80)}" is not in this model.`);
    }
    if (!model.dimensions.has(name) && !model.measures.has(name)) {
      throw new QueryProblem('member', `"${member.slice(0, 80)}" is not in this model.`);
    }
    return name;
  };

function orderOf(
  { order }: CubeQuery,
  short: (member: string) => string,
): [string, Direction][] | null {
  if (!order) return null;
  const pairs = Array.isArray(order) ? order : Object.entries(order);
  return pairs.length > 0 ? pairs.map(([member, direction]) => [short(member), direction]) : null;
}

const pointsIn = textMap({
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  quarter: 7_776_000,
  year: 31_536_000,
});

function checkRange({ window: { from, to } }: DateRange, granularity: string | null): void {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  if (seconds > (longestPeriod + 1) * 86_400) {
    throw new QueryProblem('dateRange', `Choose at most ${longestPeriod} days.`);
  }
  const length = granularity ? pointsIn.get(granularity) : undefined;
  if (length && seconds / length > mostPoints) {
    throw new QueryProblem('granularity', `This results in more than ${mostPoints} points.`);
  }
}

function checkSize(filters: readonly Filter[]): void {
  const leaves = filters.flatMap(leavesOf);
  const values = leaves.reduce((sum, leaf) => sum + ('values' in leaf ? leaf.values.length : 0), 0);
  if (leaves.length > mostConditions) {
    throw new QueryProblem('filters', `Use at most ${mostConditions} conditions.`);
  }
  const patterns = leaves.reduce(
    (sum, leaf) =>
      sum + ('values' in leaf && patternOperators.has(leaf.operator) ? leaf.values.length : 0),
    0,
  );
  if (patterns > mostPatterns) {
    throw new QueryProblem(
      'filters',
      `Use at most ${mostPatterns} values of contains, startsWith and endsWith in one query.`,
    );
  }
  if (values > mostValues) throw new QueryProblem('filters', `Use at most ${mostValues} values.`);
}
