import poissonCdf from '@stdlib/stats-base-dists-poisson-cdf';
import type { TestHealth } from '#contract/split-tests/results.ts';
import type { Select } from '../analytics/runner/query-runner.ts';
import { Parameters } from '../warehouse/parameters.ts';

const HOUR = 3_600_000;
const lookback = 28 * 24 * HOUR;
/** A silence that is less likely than this by chance is one. */
const unlikely = 1e-4;

type Asked = { project: number; event: string; asOf: Date };

/** When an event last came, and whether it should have come since at its rate of the last 28 days. */
export async function readSilence(select: Select, asked: Asked): Promise<TestHealth['goal']> {
  const { project, event, asOf } = asked;
  const parameters = new Parameters();
  const sql = `
SELECT toString(count()), toString(toUnixTimestamp64Milli(max(event_time))), toString(toUnixTimestamp64Milli(min(event_time)))
FROM events
WHERE project_id = ${parameters.add('UInt64', project)} AND event_name = ${parameters.add('String', event)} AND left_out = 0
  AND event_time >= ${parameters.millisecond(new Date(asOf.getTime() - lookback))}
  AND event_time <= ${parameters.millisecond(asOf)} AND ingested_at <= ${parameters.millisecond(asOf)}`;
  const [row] = await select({ sql, parameters: parameters.values });
  const [count, last, first] = (row ?? []).map(Number);
  return silenceOf({ count: count ?? 0, last: last ?? 0, first: first ?? 0, asOf });
}

type Seen = { count: number; last: number; first: number; asOf: Date };

/** An event that never came is not silent: it may not have begun. */
export function silenceOf({ count, last, first, asOf }: Seen): TestHealth['goal'] {
  if (count === 0) return { is_silent: false, last_event_at: null };
  const last_event_at = new Date(last).toISOString();
  if (count < 2 || last === first) return { is_silent: false, last_event_at };
  const expected = ((count - 1) / (last - first)) * (asOf.getTime() - last);
  return { is_silent: poissonCdf(0, expected) < unlikely, last_event_at };
}
