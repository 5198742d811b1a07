import { defaultAttribution } from '#contract/analytics/attribution.ts';
import type { Model } from '../compiler/model.ts';
import { leavesOf } from '../compiler/predicates.ts';
import type { Query } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import { askEach } from '../reports/windows.ts';
import type { Ask } from '../runner/query-runner.ts';
import type { Part } from '../runner/report-inquiry.ts';
import type { CubeQuestion } from './cube-query.ts';

/** What questions that differ in their range alone answer, each as if it were asked alone, by one statement where it can. */
export async function askRanges(
  ask: Ask,
  model: Model,
  questions: readonly CubeQuestion[],
): Promise<Row[][]> {
  const [first] = questions;
  const windows = questions.flatMap(({ range }) => range?.window ?? []);
  if (!first || questions.length === 1 || !canShare(first, windows.length)) {
    return Promise.all(questions.map(({ query }) => ask(query)));
  }
  const { window: _, limit, offset, ...query } = first.query;
  const part = isSeries(first, model) ? query : { ...query, limit };
  const within = {
    ask: (some: Part) => ask({ ...query, ...(offset ? { offset } : {}), ...some }),
    model,
    inquiry: { attribution: defaultAttribution },
  };
  const answers = await askEach(within, part, windows);
  const hasKeys = hasGroups(first.query);
  return Promise.all(
    // Over nothing a question without groups has a row, too.
    answers.map((rows, index) => {
      const alone = questions[index];
      return rows.length > 0 || hasKeys || !alone ? rows : ask(alone.query);
    }),
  );
}

/** As many rows as are read at once. */
const mostRows = 100_000;

const canShare = ({ query }: CubeQuestion, ranges: number): boolean =>
  query.limit * ranges <= mostRows;

const hasGroups = ({ dimensions = [], granularity }: Query): boolean =>
  dimensions.length > 0 || Boolean(granularity);

/** Figures over time, in its order and never as many as are answered at most: these may be added up. */
function isSeries({ asked, query }: CubeQuestion, model: Model): boolean {
  const { dimensions = [], granularity, order, filters = [] } = query;
  return (
    Boolean(granularity) &&
    dimensions.length === 0 &&
    order === undefined &&
    !asked.limit &&
    !asked.offset &&
    filters.flatMap(leavesOf).every(({ member }) => !model.measures.has(member))
  );
}
