import { summaryBy } from '#contract/analytics/totals.ts';
import { amountIn, figureIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Report } from './report.ts';

export const summaryIn = (report: Report, row: Row | undefined) =>
  summaryBy(
    (measure) => amountIn(report, row, measure),
    (measure) => figureIn(report, row, measure),
  );
