import type { Select } from './ask.ts';
import type { Model } from './model.ts';
import { Parameters } from './parameters.ts';
import { conditionsOf } from './predicates.ts';
import type { Scope } from './scope.ts';
import { scopeFilter } from './selection.ts';

/** When the first click or conversion of a scope happened. Both come from where they stand first, without a scan. */
export async function firstEventAt(
  select: Select,
  model: Model,
  scope: Scope,
): Promise<Date | null> {
  const parameters = new Parameters();
  const inScope = conditionsOf(model, [scopeFilter(scope)], parameters).where.join(' AND ');
  const rows = await select({
    sql: `SELECT toString(toUnixTimestamp64Milli(min(first))) FROM (
      SELECT event_time AS first FROM events AS ${model.cube}
      WHERE ${inScope} AND event_name = 'click' AND left_out = 0
      ORDER BY project_id, event_name, left_out, event_time LIMIT 1 BY project_id
      UNION ALL
      SELECT min(event_time) AS first FROM conversions AS ${model.cube} FINAL
      WHERE ${inScope} AND excluded_reason = ''
      HAVING count() > 0
    )`,
    parameters: parameters.values,
  });
  const time = Number(rows[0]?.[0] ?? 0);
  return time > 0 ? new Date(time) : null;
}
