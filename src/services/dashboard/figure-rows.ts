import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Parent } from '#contract/analytics/report-query.ts';
import type { FigurePage, FigureQuestion, ShownFigure } from '#model/figure-rows.ts';
import type { Question } from '#model/query.ts';
import type { Api, QueryValue } from '../kit/api.ts';
import { paramsOf } from './reports.ts';

/** A screenful. */
const pageSize = 50;

type Asked = { question: Question; figure: ShownFigure; cursor: string | null };

/** `GET figures/rows/`. */
export const readFigure = (api: Api): PromiseActorLogic<FigurePage, Asked> =>
  fromPromise(async ({ input: { question, figure, cursor }, signal }) => {
    const query = {
      ...figureParamsOf({ ...question, figure }),
      limit: pageSize,
      cursor: cursor ?? undefined,
    };
    const { data, meta } = await api.call('figureRows', { query, signal });
    return { found: data, currency: meta.currency };
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
const written = ({ grouping, key }: Parent): string =>
  key === null ? grouping : `${grouping}:${key}`;
