import type { FoundConversion } from '#contract/conversions/search.ts';
import type { Scope } from '../access/scope.ts';
import { idKeyOf, ofScope } from '../analytics/conversion-rows/selected-conversions.ts';
import { moneyIn, textOrNull } from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { reasonOf } from './conversion-sides.ts';
import { type ConversionState, happenedAt, readStates } from './current-state.ts';
import { findOrderIds, namesIn } from './order-ids.ts';

type Caller = { scope: Scope; limit: number; select: AnalyticsReader['select'] };

/** Conversions of all days by the beginning of an id: those with exactly this id first, then the latest. */
export async function findConversions(search: string, caller: Caller): Promise<FoundConversion[]> {
  const key = idKeyOf(search);
  const { scope, limit, select } = caller;
  const projects = scope.projects.map(({ id }) => id);
  if (key === '' || projects.length === 0) return [];
  const byKey = await idsByKey(key, caller);
  const isOrder = /\d/.test(key);
  const ids =
    byKey.length === 0 && isOrder
      ? await idsOfLaterReports(search, key, { projects, select })
      : byKey;
  const states = new Map(
    (await readStates(ids, projects, select)).map((one) => [one.conversion_id, one]),
  );
  return ids
    .flatMap((id) => states.get(id) ?? [])
    .filter((one) => isSeen(one, scope))
    .slice(0, limit)
    .map((one) => foundOf(one, scope));
}

/** Some ids are former ones or of rows that are gone, so more are read than are answered. */
async function idsByKey(key: string, { scope, limit, select }: Caller): Promise<string[]> {
  const parameters = new Parameters();
  const text = parameters.add('String', key);
  const projects = scope.projects.map(({ id }) => id);
  const sql = `SELECT conversion_id FROM conversion_keys
WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}${ofScope(scope, parameters)}
  AND startsWith(id_key, ${text})
GROUP BY conversion_id
ORDER BY max(id_key = ${text}) DESC, max(event_time) DESC, conversion_id
LIMIT ${parameters.add('UInt64', limit * 4)}`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.flatMap(([id]) => id ?? []);
}

/**
 * A side stores only the order id of its first report; later reports are found by the whole id. That reads events, so
 * it is done for what can be an order: nearly every order id has a digit, and most words typed into the palette have
 * none.
 */
async function idsOfLaterReports(
  search: string,
  key: string,
  { projects, select }: { projects: readonly number[]; select: AnalyticsReader['select'] },
): Promise<string[]> {
  const spelt = [search.trim(), key, key.toUpperCase()];
  const orders = [...new Set(spelt.flatMap((one) => [one, `#${one}`]))];
  const names = await namesIn({ projects, select });
  const found = await findOrderIds(orders, { projects, names, select });
  return [...new Set(found.map(({ conversion }) => conversion))];
}

const isSeen = ({ project_id, affid }: ConversionState, { projects }: Scope): boolean =>
  projects.some(
    ({ id, affids }) => id === Number(project_id) && (affids === null || affids.includes(affid)),
  );

function foundOf(one: ConversionState, { projects }: Scope): FoundConversion {
  const projectId = Number(one.project_id);
  const currency = projects.find(({ id }) => id === projectId)?.currency ?? 'USD';
  return {
    id: one.conversion_id,
    project_id: projectId,
    record: one.record === 'refund' ? 'refund' : 'conversion',
    order_id: textOrNull(one.order_id),
    event_time: happenedAt(one).toISOString(),
    status: one.status,
    excluded_reason: reasonOf(one),
    value: moneyIn(one.value, currency),
    currency,
  };
}
