import { summaryMeasures } from '#contract/analytics/totals.ts';
import { invalid } from '../../platform/refusal.ts';
import { timeMember } from '../compiler/query.ts';
import type { JsonQueryRunner, JsonRows } from '../runner/query-runner.ts';
import { partRunner } from '../runner/resolved-query.ts';
import type { Report } from './report.ts';

const most = 100_000;
const names = Object.fromEntries([
  [timeMember, 'hour'],
  ...['affid', ...summaryMeasures].map((name) => [name, name]),
] as const);

/** The hourly pixel summary as JSON, in pieces: one row for each hour and affiliate with a conversion. */
export async function bqData(
  { resolved }: Report,
  runJsonQuery: JsonQueryRunner,
): Promise<JsonRows['rows']> {
  const { rows, count } = await partRunner(
    (query) => runJsonQuery(query, { names, moneyPlaces: resolved.moneyPlaces }),
    resolved,
  )({
    measures: summaryMeasures,
    dimensions: ['affid'],
    granularity: 'hour',
    filters: [{ member: 'record', operator: 'equals', values: ['conversion'] }],
    limit: most + 1,
  });
  if (count > most) {
    throw invalid('end_date', 'This is too many hours. Choose a shorter period.');
  }
  return rows;
}
