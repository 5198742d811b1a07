import type { Scope } from '../../access/scope.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { Model } from '../compiler/model.ts';
import { conditionsOf } from '../compiler/predicates.ts';
import { scopeFilter } from '../compiler/scope-filter.ts';
import type { Select } from '../runner/query-runner.ts';

/**
 * The time of the first click or conversion of a scope. Only conversions before the first click are read, or all of
 * them where there are no clicks.
 */
export async function firstEventAt(
  select: Select,
  model: Model,
  scope: Scope,
): Promise<Date | null> {
  const parameters = new Parameters();
  const inScope = conditionsOf(model, [scopeFilter(scope)], parameters, 'UTC').where.join(' AND ');
  // For a single project reading ends at its first click.
  const eachFirst = scope.projects.length === 1 ? 'LIMIT 1' : 'LIMIT 1 BY project_id';
  const sql = `WITH (SELECT toUnixTimestamp64Milli(min(first)) FROM (
    SELECT event_time AS first FROM events AS ${model.cube}
    WHERE ${inScope} AND event_name = 'click' AND left_out = 0
    ORDER BY project_id, event_name, left_out, event_time ${eachFirst})) AS click
  SELECT toString(click), toString(toUnixTimestamp64Milli(min(event_time)))
  FROM conversions AS ${model.cube} FINAL
  WHERE ${inScope} AND excluded_reason = ''
    AND event_time < fromUnixTimestamp64Milli(if(click = 0, ${endOfTime}, click), 'UTC')`;
  const [row = []] = await select({ sql, parameters: parameters.values });
  const times = row.map((text) => Number(text ?? 0)).filter((time) => time > 0);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** A time later than any event. */
const endOfTime = Date.UTC(2200, 0);
