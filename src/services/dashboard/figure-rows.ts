import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import type { FigureListPage, FigureQuestion, FigureRowsRequest } from '#model/figure-rows.ts';
import type { Api, QueryValue } from '../kit/api.ts';
import { paramsOf } from './reports.ts';

/** A screenful. */
const pageSize = 50;

/** `GET figures/rows/`. */
export const readFigure = (api: Api): PromiseActorLogic<FigureListPage, FigureRowsRequest> =>
  fromPromise(async ({ input: { query, cursor }, signal }) => {
    const { data, meta } = await api.call('figureRows', {
      query: { ...figureParamsOf(query), limit: pageSize, cursor: cursor ?? undefined },
      signal,
    });
    return {
      found: data,
      currency: meta.currency,
      rows: data.rows.map((row, index) => ({ id: `${cursor ?? ''}:${index}`, row })),
      next: data.next_cursor,
    };
  });

/** What the figures are compared with has rows of its own, which nobody asked for. */
export const figureParamsOf = ({
  figure,
  ...question
}: FigureQuestion): Record<string, QueryValue> => ({
  ...paramsOf({
    ...question,
    ...(figure.project !== undefined && { project: figure.project, affiliates: [] }),
    ...(figure.affiliates && { affiliates: figure.affiliates.map((id) => ({ id, affid: '' })) }),
    comparison: 'none',
    comparedPeriod: null,
    period: figure.period ?? question.period,
  }),
  figure: figure.name,
  cell: figure.cell.map(written),
});

/** Of the row without a value there is only a name. */
const written = ({ grouping, key }: OpenedRow): string =>
  key === null ? grouping : `${grouping}:${key}`;
