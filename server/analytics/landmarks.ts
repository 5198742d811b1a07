import type { Select } from './ask.ts';
import type { Model } from './model.ts';
import { Parameters } from './parameters.ts';
import { conditionsOf } from './predicates.ts';
import type { Scope } from './scope.ts';
import { scopeFilter } from './selection.ts';

/**
 * When the first click or conversion of a scope happened. Only where a conversion may have come before every click are
 * the conversions that are in force told from the others, which takes reading all of them.
 */
export async function firstEventAt(
  select: Select,
  model: Model,
  scope: Scope,
): Promise<Date | null> {
  const parameters = new Parameters();
  const inScope = conditionsOf(model, [scopeFilter(scope)], parameters).where.join(' AND ');
  const read = async (times: readonly string[]) => {
    const sql = `SELECT ${times.map((time) => `(${time})`).join(', ')}`;
    const [row = []] = await select({ sql, parameters: parameters.values });
    return row.map((text) => Number(text ?? 0) || Number.POSITIVE_INFINITY);
  };
  const of = (time: string) => `toString(toUnixTimestamp64Milli(min(${time})))`;
  // Of one project reading ends at its first click.
  const eachFirst = scope.projects.length === 1 ? 'LIMIT 1' : 'LIMIT 1 BY project_id';
  const conversions = `${of('event_time')} FROM conversions AS ${model.cube}`;
  const firstClick = `SELECT ${of('first')} FROM (
    SELECT event_time AS first FROM events AS ${model.cube}
    WHERE ${inScope} AND event_name = 'click' AND left_out = 0
    ORDER BY project_id, event_name, left_out, event_time ${eachFirst})`;
  const [click = 0, any = 0] = await read([
    firstClick,
    `SELECT ${conversions} WHERE ${inScope} AND excluded_reason = ''`,
  ]);
  const first =
    any < click
      ? Math.min(
          click,
          ...(await read([
            `SELECT ${conversions} FINAL WHERE ${inScope} AND excluded_reason = ''`,
          ])),
        )
      : click;
  return Number.isFinite(first) ? new Date(first) : null;
}
