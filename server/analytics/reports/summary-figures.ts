import { summaryBy } from '#contract/analytics/totals.ts';
import { amountIn, figureIn } from '../compiler/figure-values.ts';
import type { Model } from '../compiler/model.ts';
import type { Row } from '../compiler/result-row.ts';

export const summaryIn = (model: Model, row: Row | undefined) =>
  summaryBy(
    (measure) => amountIn(model, row, measure),
    (measure) => figureIn(model, row, measure),
  );
