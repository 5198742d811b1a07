import type { TestUnit } from '#contract/split-tests/definition.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';

const exposures = (project: number, test: string, parameters: Parameters) => `
FROM events
WHERE project_id = ${parameters.add('UInt64', project)} AND event_name = 'experiment_exposure' AND left_out = 0
  AND test_id = ${parameters.add('String', test)}`;

/** What has arrived of a test, counted now. */
export async function readLive(
  select: Select,
  { project, test }: { project: number; test: string },
): Promise<{ exposures: number; last_exposure_at: string | null }> {
  const parameters = new Parameters();
  const sql = `SELECT toString(count()), toString(toUnixTimestamp64Milli(max(event_time)))${exposures(project, test, parameters)}`;
  const [row] = await select({ sql, parameters: parameters.values });
  const [count = 0, last = 0] = (row ?? []).map(Number);
  return {
    exposures: count,
    last_exposure_at: count === 0 ? null : new Date(last).toISOString(),
  };
}

type Asked = { project: number; test: string; unit: TestUnit; id: string };

/** The variant that a unit was first shown; null where it was shown none. */
export async function readFirstExposure(
  select: Select,
  { project, test, unit, id }: Asked,
): Promise<{ variant: string; at: string; phase: number } | null> {
  const parameters = new Parameters();
  const column = unit === 'visitor' ? 'visitor_id' : 'click_id';
  const sql = `SELECT toString(test_variant), toString(toUnixTimestamp64Milli(event_time)), toString(test_phase)
${exposures(project, test, parameters)} AND ${column} = ${parameters.add('String', id)}
ORDER BY ingested_at, event_uid LIMIT 1`;
  const [row] = await select({ sql, parameters: parameters.values });
  if (!row) return null;
  const [variant, at, phase] = row;
  return {
    variant: variant ?? '',
    at: new Date(Number(at)).toISOString(),
    phase: Number(phase),
  };
}
