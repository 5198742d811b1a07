import { summaryMeasures } from '#contract/analytics/totals.ts';
import { invalid } from '../../platform/refusal.ts';
import { timeMember } from '../compiler/query.ts';
import type { Write, Written } from '../runner/query-runner.ts';
import { asking } from '../runner/report-inquiry.ts';
import type { Report } from './report.ts';

const most = 100_000;
const names = Object.fromEntries([
  [timeMember, 'hour'],
  ...['affid', ...summaryMeasures].map((name) => [name, name]),
] as const);

/** The hourly pixel summary as JSON, in pieces: one row for each hour and affiliate with a conversion. */
export async function bqData({ inquiry }: Report, write: Write): Promise<Written['rows']> {
  const { rows, count } = await asking(
    (query) => write(query, names),
    inquiry,
  )({
    measures: summaryMeasures,
    dimensions: ['affid'],
    granularity: 'hour',
    filters: [{ member: 'record', operator: 'equals', values: ['conversion'] }],
    limit: most + 1,
  });
  if (count > most) {
    throw invalid('end_date', 'These are too many hours. Choose a shorter period.');
  }
  return rows;
}
