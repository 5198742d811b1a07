import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Parent } from '#contract/analytics/report-query.ts';
import type { FigurePage, FigureQuestion, ShownFigure } from '#model/figure-rows.ts';
import type { Question } from '#model/query.ts';
import type { Api, QueryValue } from '../kit/api.ts';
import { paramsOf } from './reports.ts';

/** As many rows as a screen shows. */
const pageSize = 50;

type FigureRowsRequest = { question: Question; figure: ShownFigure; cursor: string | null };

/** `GET figures/rows/`. */
export const readFigureRows = (api: Api): PromiseActorLogic<FigurePage, FigureRowsRequest> =>
  fromPromise(async ({ input: { question, figure, cursor }, signal }) => {
    const query = {
      ...figureParamsOf({ ...question, figure }),
      limit: pageSize,
      cursor: cursor ?? undefined,
    };
    const { data, meta } = await api.call('figureRows', { query, signal });
    return { found: data, currency: meta.currency };
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

/** The row without a value is named by its grouping alone. */
const parentParamOf = ({ grouping, key }: Parent): string =>
  key === null ? grouping : `${grouping}:${key}`;
