import { isDeepStrictEqual } from 'node:util';
import type { CubeResult } from '#contract/analytics/cube.ts';
import { wallTime } from '#contract/period.ts';
import type { Model } from '../compiler/model.ts';
import { type Query, QueryProblem, timeMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import { scopeFilter, zonesOf } from '../compiler/scope-filter.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { runRanges } from './compared-ranges.ts';
import { type CubeQuestion, type CubeQuestions, parseCubeQuery } from './cube-query.ts';
import { checkGrant, type Grant } from './grant.ts';
import { checkCurrencies } from './single-currency.ts';

type Dependencies = Pick<AnalyticsReader, 'runQuery' | 'count' | 'model'> & {
  /** Whether the caller reads several results in one answer. */
  isMulti: boolean;
  grant: Grant;
  now: () => Date;
  watermark: () => Promise<Date>;
};

/** The results of a query: one, or one per compared date range. */
export type CubeResults = Pick<CubeQuestions, 'queryType'> & { results: CubeResult[] };

/** Answers a Cube query as Cube does, within what the caller may read. */
export async function loadCubeQuery(
  input: unknown,
  dependencies: Dependencies,
): Promise<CubeResults> {
  const { isMulti, runQuery, count, model, grant, now, watermark } = dependencies;
  const { queryType, questions: parsedQuestions } = parseCubeQuery(input, model, now());
  if (queryType !== 'regularQuery' && !isMulti) {
    throw new QueryProblem('queryType', 'Date ranges are compared with queryType=multi.');
  }
  const scope = scopeFilter(grant);
  const zones = zonesOf(grant);
  const questions: CubeQuestion[] = [];
  for (const question of parsedQuestions) {
    const { filters = [] } = question.query;
    checkGrant(filters, grant);
    checkCurrencies(question.query, model, grant);
    const others = filters.filter((filter) => !isDeepStrictEqual(filter, scope));
    questions.push({
      ...question,
      query: { ...question.query, zones, filters: [scope, ...others] },
    });
  }
  const [answers, totals, refreshed] = await Promise.all([
    runRanges(runQuery, model, questions),
    Promise.all(questions.map((one) => (one.cubeQuery.total ? count(one.query) : null))),
    watermark(),
  ]);
  const results = questions.map((question, index): CubeResult => {
    const { shown } = question.range ?? {};
    const isCompared = queryType === 'compareDateRangeQuery' && shown;
    const data = (answers[index] ?? []).map((row) => ({
      ...named(model, question, row),
      ...(isCompared ? { [rangeMember]: shown.join(' - ') } : {}),
    }));
    return {
      query: { ...echo(model, question), queryType },
      data: question.cubeQuery.responseFormat === 'compact' ? compact(data) : data,
      annotation: annotationOf(model, question),
      lastRefreshTime: refreshed.toISOString(),
      dataSource: 'default',
      dbType: 'clickhouse',
      extDbType: 'cubestore',
      external: false,
      slowQuery: false,
      total: totals[index] ?? null,
    };
  });
  return { queryType, results };
}

/** The member that tells which compared range a row belongs to. */
const rangeMember = 'compareDateRange';

/** The shape the official client asks for with `queryType=multi`. */
export function multiResponse({ queryType, results }: CubeResults) {
  const [first] = results;
  const dimensions = [first?.query.dimensions].flat();
  return {
    queryType,
    results,
    pivotQuery: {
      ...first?.query,
      ...(queryType === 'regularQuery' ? {} : { dimensions: [rangeMember, ...dimensions] }),
      queryType,
    },
    slowQuery: false,
  };
}

/** The shape for every other client. */
export function singleResponse({ results: [result] }: CubeResults): CubeResult {
  if (!result) throw new Error('A question has an answer.');
  return result;
}

function named(model: Model, { query }: CubeQuestion, row: Row): Row {
  const { dimensions = [], granularity, timezone, measures } = query;
  const full = (member: string) => `${model.cube}.${member}`;
  const bucket = granularity ? row[`${timeMember}.${granularity}`] : null;
  const time = bucket && granularity ? localTime(bucket, granularity, timezone) : null;
  return Object.fromEntries([
    ...dimensions.map((member) => [full(member), textOf(model, member, row[member] ?? null)]),
    ...(granularity
      ? [
          [full(`${timeMember}.${granularity}`), time],
          [full(timeMember), time],
        ]
      : []),
    ...measures.map((member) => [full(member), row[member] ?? null]),
  ]);
}

/**
 * The label that the official client computes for a bucket: whole hours, and midnight also on a day without one. Two
 * hours of a long day show the same time and stay two rows.
 */
const localTime = (bucket: string, granularity: string, zone: string): string =>
  granularity === 'hour'
    ? `${wallTime(new Date(Number(bucket) * 1000), zone).slice(0, 13)}:00:00.000`
    : `${bucket}T00:00:00.000`;

const textOf = (model: Model, member: string, value: string | null): string | null =>
  value !== null && model.dimensions.get(member)?.type === 'time'
    ? new Date(Number(value) * 1000).toISOString().slice(0, 23)
    : value;

function compact(data: readonly Row[]) {
  const members = Object.keys(data[0] ?? {});
  return { members, dataset: data.map((row) => members.map((member) => row[member] ?? null)) };
}

function echo(model: Model, { cubeQuery, query, range, timeDimension }: CubeQuestion) {
  const order = query.order ?? defaultOrder(query);
  return {
    measures: cubeQuery.measures,
    dimensions: cubeQuery.dimensions,
    segments: cubeQuery.segments,
    timeDimensions: timeDimension
      ? [{ ...timeDimension, ...(range ? { dateRange: range.shown } : {}) }]
      : [],
    filters: cubeQuery.filters,
    timezone: query.timezone,
    order: order.map(([member, direction]) => ({
      id: `${model.cube}.${member}`,
      desc: direction === 'desc',
    })),
    limit: query.limit,
    rowLimit: query.limit,
    ...(cubeQuery.offset ? { offset: cubeQuery.offset } : {}),
    ...(cubeQuery.total ? { total: true } : {}),
    ...(cubeQuery.responseFormat ? { responseFormat: cubeQuery.responseFormat } : {}),
  };
}

function defaultOrder({ measures, dimensions = [], granularity }: Query) {
  if (granularity) return [[timeMember, 'asc']] as const;
  const [measure] = measures;
  if (measure) return dimensions.length > 0 ? ([[measure, 'desc']] as const) : [];
  const [dimension] = dimensions;
  return dimension ? ([[dimension, 'asc']] as const) : [];
}

function annotationOf(model: Model, { query, timeDimension }: CubeQuestion) {
  const full = (member: string) => `${model.cube}.${member}`;
  const text = (title: string) => ({ title, shortTitle: title });
  const time = text(model.dimensions.get(timeMember)?.title ?? timeMember);
  const granularity = query.granularity;
  const measures = query.measures.flatMap((member) => model.measures.get(member) ?? []);
  const dimensions = (query.dimensions ?? []).flatMap(
    (member) => model.dimensions.get(member) ?? [],
  );
  return {
    measures: Object.fromEntries(
      measures.map(({ name, title, type, format, meta }) => [
        full(name),
        { ...text(title), type, ...(format ? { format } : {}), meta },
      ]),
    ),
    dimensions: Object.fromEntries(
      dimensions.map(({ name, title, type }) => [full(name), { ...text(title), type }]),
    ),
    segments: {},
    timeDimensions:
      timeDimension && granularity
        ? {
            [full(`${timeMember}.${granularity}`)]: {
              ...time,
              type: 'time',
              granularity: { name: granularity, title: granularity, interval: `1 ${granularity}` },
            },
            [full(timeMember)]: { ...time, type: 'time' },
          }
        : {},
  };
}
