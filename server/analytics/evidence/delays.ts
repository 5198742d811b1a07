import { Parameters } from '../../warehouse/parameters.ts';
import type { Model } from '../compiler/model.ts';
import { conditionsOf } from '../compiler/predicates.ts';
import { scopeFilter } from '../compiler/scope-filter.ts';
import { asOfSql } from '../rewriting/as-of.ts';
import type { Select } from '../runner/query-runner.ts';
import type { ResolvedQuery } from '../runner/resolved-query.ts';
import { type Delayed, positionSql, steps } from './delay-curve.ts';

const DAY = 86_400;
const learnedFrom = 90 * DAY;
/** A campaign with fewer conversions is counted with the others, as are all beyond the largest hundred. */
const fewest = 10;
const campaigns = 100;

/**
 * The delays of conversions after the clicks of the last 90 days, in one statement over conversions. Campaigns are
 * named by the hash of their id; small ones have none.
 */
export async function readDelays(
  select: Select,
  model: Model,
  { scope, choice, now, asOf }: ResolvedQuery,
  horizon: number,
): Promise<Delayed[]> {
  const parameters = new Parameters();
  const end = parameters.second(now);
  const since = parameters.second(new Date(now.getTime() - learnedFrom * 1000));
  const between = (from: string, to: string) =>
    `(toUnixTimestamp64Milli(${to}) - toUnixTimestamp64Milli(${from})) / 1000`;
  const delay = between('clicked', 'event_time');
  const age = between('clicked', `toDateTime64(${end}, 3, 'UTC')`);
  const inScope = conditionsOf(model, [scopeFilter(scope)], parameters, 'UTC').where;
  const conditions = [
    ...inScope,
    "record = 'conversion'",
    "excluded_reason = ''",
    `side = ${parameters.add('String', choice.side)}`,
    `clicked >= ${since} AND event_time < ${end}`,
    `${delay} <= ${horizon}`,
  ];
  const table = `SELECT *, assumeNotNull(click_time) AS clicked
    FROM conversions FINAL
    WHERE click_time IS NOT NULL`;
  const sql = `SELECT if(known >= greatest(${fewest}, every / ${campaigns}), campaign, ''),
    toString(delay), toString(age), toString(sum(n))
  FROM (
    SELECT *, sum(n) OVER (PARTITION BY campaign) AS known, sum(n) OVER () AS every
    FROM (
      SELECT toString(cityHash64(toString(campaign_id))) AS campaign,
        least(${steps - 1}, toUInt8(floor(${positionSql(delay, horizon)}))) AS delay,
        toUInt8(floor(${positionSql(age, horizon)})) AS age, count() AS n
      FROM (${asOf ? asOfSql(table, asOf, parameters) : table}) AS ${model.cube}
      WHERE ${conditions.join(' AND ')}
      GROUP BY campaign, delay, age
    )
  )
  GROUP BY 1, 2, 3`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.map(([campaign, took, old, count]) => ({
    campaign: campaign || null,
    delay: Number(took),
    age: Number(old),
    count: Number(count),
  }));
}
