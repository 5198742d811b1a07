import { defaultAttribution } from '#contract/analytics/attribution.ts';
import type { Model } from '../compiler/model.ts';
import { leavesOf } from '../compiler/predicates.ts';
import type { Query } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import { runEachWindow } from '../reports/run-windows.ts';
import type { QueryRunner } from '../runner/query-runner.ts';
import type { Part } from '../runner/resolved-query.ts';
import type { CubeQuestion } from './cube-query.ts';

/** Answers queries that differ only in their range with one statement where possible. */
export async function runRanges(
  runQuery: QueryRunner,
  model: Model,
  questions: readonly CubeQuestion[],
): Promise<Row[][]> {
  const [first] = questions;
  const windows = questions.flatMap(({ range }) => range?.window ?? []);
  if (!first || questions.length === 1 || !canShare(first, windows.length)) {
    return Promise.all(questions.map(({ query }) => runQuery(query)));
  }
  const { window: _, limit, offset, ...query } = first.query;
  const part = isSeries(first, model) ? query : { ...query, limit };
  const within = {
    runQuery: (some: Part) => runQuery({ ...query, ...(offset ? { offset } : {}), ...some }),
    model,
    resolved: { attribution: defaultAttribution },
  };
  const answers = await runEachWindow(within, part, windows);
  const hasKeys = hasGroups(first.query);
  return Promise.all(
    // A query without groups has one row even where it finds nothing.
    answers.map((rows, index) => {
      const alone = questions[index];
      return rows.length > 0 || hasKeys || !alone ? rows : runQuery(alone.query);
    }),
  );
}

/** The most rows that are read at once. */
const mostRows = 100_000;

const canShare = ({ query }: CubeQuestion, ranges: number): boolean =>
  query.limit * ranges <= mostRows;

const hasGroups = ({ dimensions = [], granularity }: Query): boolean =>
  dimensions.length > 0 || Boolean(granularity);

/**
 * Whether the query is a time series in time order that cannot reach the row limit, so that its parts may be added up.
 */
function isSeries({ cubeQuery, query }: CubeQuestion, model: Model): boolean {
  const { dimensions = [], granularity, order, filters = [] } = query;
  return (
    Boolean(granularity) &&
    dimensions.length === 0 &&
    order === undefined &&
    !cubeQuery.limit &&
    !cubeQuery.offset &&
    filters.flatMap(leavesOf).every(({ member }) => !model.measures.has(member))
  );
}
