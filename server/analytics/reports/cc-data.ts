import { changeOf } from '#contract/analytics/ratios.ts';
import type { CcData } from '#contract/analytics/report.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import { chosenMeasures, distinct, type Report } from './report.ts';
import { runEachWindow } from './run-windows.ts';

/** Clicks and conversions of the whole period, and how they relate. */
export async function ccData(report: Report): Promise<CcData> {
  const { resolved, model } = report;
  const { measure } = chosenMeasures(report);
  const { side } = resolved.choice;
  const unique = model.measureFor('conversions', { side, unique: true });
  const raw = model.measureFor('conversions', { side, unique: false });
  const { compared, window } = resolved;
  const measures = distinct([
    'clicks',
    'unique_clicks',
    measure('conversions'),
    measure('conversion_rate'),
    measure('epc'),
    unique,
    raw,
    'bot_clicks',
    ...report.excludedCounter.measures,
  ]);
  const windows = compared ? [window, compared.window] : [window];
  const [[row] = [], [before] = []] = await runEachWindow(report, { measures }, windows);
  report.excludedCounter.keep(row);
  const current = compare(report, row);
  const previous = compared ? compare(report, before) : null;
  return {
    ...current,
    unique_conversions: amountIn(report, row, unique),
    raw_conversions: amountIn(report, row, raw),
    bot_clicks: amountIn(report, row, 'bot_clicks'),
    previous,
    change: previous && {
      clicks: changeOf(current.clicks, previous.clicks),
      conversions: changeOf(current.conversions, previous.conversions),
      conversion_rate: changeOf(current.conversion_rate, previous.conversion_rate),
      epc: changeOf(current.epc, previous.epc),
    },
  };
}

function compare(report: Report, row: Row | undefined) {
  const { amount, figure } = chosenMeasures(report);
  return {
    clicks: amountIn(report, row, 'clicks'),
    unique_clicks: amountIn(report, row, 'unique_clicks'),
    conversions: amount(row, 'conversions'),
    conversion_rate: figure(row, 'conversion_rate'),
    epc: figure(row, 'epc'),
  };
}
