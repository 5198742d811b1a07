import type { Filter } from '@cubejs-client/core';
import type { Question } from '#model/query.ts';
import type { Cube, Row } from './client.ts';
import { filtersOf, member } from './members.ts';
import { days, type Span } from './span.ts';

type Part = {
  measures: readonly string[];
  dimensions?: readonly string[];
  filters?: readonly Filter[];
  order?: Record<string, 'asc' | 'desc'>;
  limit?: number;
  /** The whole period of the question unless said otherwise. */
  span?: Span;
};

/** Asks the endpoint one part of a question, which answers rows for each date range of its span. */
export type Inquire = (part: Part) => Promise<Row[][]>;

/** Everything asked of the endpoint about one question, and when its figures were last refreshed. */
export function inquiryOver(cube: Cube, question: Question, signal: AbortSignal) {
  const refreshed: string[] = [];
  const ask: Inquire = async ({ measures, dimensions = [], filters = [], span, ...part }) => {
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
  return { ask, refreshedAt: () => refreshed.toSorted()[0] ?? '' };
}
