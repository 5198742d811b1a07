import { summaryBy } from '#contract/analytics/totals.ts';
import type { Row } from '../ask.ts';
import { amountIn, figureIn } from '../figures.ts';
import type { Model } from '../model.ts';

export const summaryIn = (model: Model, row: Row | undefined) =>
  summaryBy(
    (measure) => amountIn(model, row, measure),
    (measure) => figureIn(model, row, measure),
  );
