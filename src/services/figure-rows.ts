import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { FigurePage, ShownFigure } from '#contract/figure-question.ts';
import type { Question } from '#contract/query.ts';
import type { Parent } from '#contract/report-query.ts';
import type { Api } from './api.ts';
import { paramsOf } from './reports.ts';

/** A screenful. */
const pageSize = 50;

type Asked = { question: Question; figure: ShownFigure; cursor: string | null };

/** `GET figures/rows/`. What the figures are compared with has rows of its own, which nobody asked for. */
export const readFigure = (api: Api): PromiseActorLogic<FigurePage, Asked> =>
  fromPromise(async ({ input: { question, figure, cursor }, signal }) => {
    const query = {
      ...paramsOf({ ...question, comparison: 'none', comparedPeriod: null }),
      figure: figure.name,
      cell: figure.cell.map(written),
      limit: pageSize,
      cursor: cursor ?? undefined,
    };
    const { data, meta } = await api.call('figureRows', { query, signal });
    return { found: data, currency: meta.currency };
  });

/** Of the row without a value there is only a name. */
const written = ({ grouping, key }: Parent): string =>
  key === null ? grouping : `${grouping}:${key}`;
