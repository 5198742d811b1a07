import type { TestUnit } from '#contract/split-tests/definition.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';

type Asked = { project: number; test: string; unit: TestUnit; phase: number; asOf: Date };

/** Units by the variant that they were shown in a phase, where they were shown the test for the first time then. */
export async function readPhaseUnits(
  select: Select,
  { project, test, unit, phase, asOf }: Asked,
): Promise<ReadonlyMap<string, number>> {
  const parameters = new Parameters();
  const id = unit === 'visitor' ? 'visitor_id' : 'click_id';
  const arrival = '(ingested_at, event_uid)';
  const sql = `
SELECT toString(variant), toString(count())
FROM (
  SELECT argMin(test_variant, ${arrival}) AS variant, argMin(test_phase, ${arrival}) AS phase
  FROM events
  WHERE project_id = ${parameters.add('UInt64', project)} AND event_name = 'experiment_exposure' AND left_out = 0
    AND test_id = ${parameters.add('String', test)} AND ${id} != '' AND ingested_at <= ${parameters.millisecond(asOf)}
  GROUP BY ${id})
WHERE phase = ${parameters.add('UInt64', phase)}
GROUP BY variant`;
  const rows = await select({ sql, parameters: parameters.values, isLong: true });
  return new Map(rows.map(([variant, count]) => [variant ?? '', Number(count)]));
}
