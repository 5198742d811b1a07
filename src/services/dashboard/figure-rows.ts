import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import type { FigureListPage, FigureQuestion, FigureRowsRequest } from '#model/figure-rows.ts';
import type { Api, QueryValue } from '../kit/api.ts';
import { paramsOf } from './reports.ts';

/** As many rows as a screen shows. */
const pageSize = 50;

/** `GET figures/rows/`. */
export const readFigureRows = (api: Api): PromiseActorLogic<FigureListPage, FigureRowsRequest> =>
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

/** The rows of a figure are never compared, so the comparison is left out. */
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
  cell: figure.cell.map(parentParamOf),
});

/** The row without a value is sent as its grouping only. */
const parentParamOf = ({ grouping, key }: OpenedRow): string =>
  key === null ? grouping : `${grouping}:${key}`;
