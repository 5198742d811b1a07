import type { Filter } from '@cubejs-client/core';
import type { Question } from '#model/query.ts';
import type { Cube, Row } from './client.ts';
import { filtersOf, member } from './cube-members.ts';
import { days, type Span } from './span.ts';

type QueryPart = {
  measures: readonly string[];
  dimensions?: readonly string[];
  filters?: readonly Filter[];
  order?: Record<string, 'asc' | 'desc'>;
  limit?: number;
  /** The question's period if it is left out. */
  span?: Span;
};

/** Runs one query of a report and returns the rows of each date range in its span. */
export type RunQuery = (part: QueryPart) => Promise<Row[][]>;

/** Runs the queries of one report and knows the oldest refresh time of their results. */
export function createQueryRunner(cube: Cube, question: Question, signal: AbortSignal) {
  const refreshed: string[] = [];
  const run: RunQuery = async ({ measures, dimensions = [], filters = [], span, ...part }) => {
    const { answers, refreshedAt } = await cube.load(
      {
        ...(span ?? days([question.period], question.timezone)),
        ...part,
        measures: [...new Set(measures)].map(member),
        dimensions: dimensions.map(member),
        filters: [...filtersOf(question), ...filters],
      },
      signal,
    );
    refreshed.push(refreshedAt);
    return answers;
  };
  return { runQuery: run, refreshedAt: () => refreshed.toSorted()[0] ?? '' };
}
