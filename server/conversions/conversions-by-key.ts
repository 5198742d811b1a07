import type { MatchedBy } from '#contract/conversions/reconciliation.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { findOrderIds, namesIn } from './order-ids.ts';

const shown = [
  'conversion_id',
  'side',
  'event_name',
  'event_time',
  'event_uid',
  'status',
  'excluded_reason',
  'affid',
  'value',
  'value_sent',
] as const;

/** What a comparison with a file needs of a conversion, by its leading side. */
export type ComparedConversion = Record<(typeof shown)[number], string>;
/** A conversion with the external id that it is known by. */
export type KeyedConversion = ComparedConversion & { key: string };

export const comparedColumns = shown.map((name) => `toString(${name})`).join(', ');
export const comparedConversion = (cells: readonly (string | null)[]): ComparedConversion =>
  Object.fromEntries(shown.map((name, index) => [name, cells[index] ?? ''])) as ComparedConversion;

/**
 * Conversions of a project with one of these ids, without refunds and corrections. An order id may come from a later
 * report, which the conversion's row does not hold.
 */
export async function readConversionsByKey(
  by: MatchedBy,
  keys: readonly string[],
  project: number,
  select: AnalyticsReader['select'],
): Promise<KeyedConversion[]> {
  const found = await heldBy(by, keys, project, select);
  if (by !== 'order_id') return found;
  const held = new Set(found.map(({ key }) => key));
  const missing = keys.filter((key) => !held.has(key));
  return [...found, ...(await carriedBy(missing, project, select))];
}

/** Conversions of which an event carries one of these order ids. */
async function carriedBy(
  orders: readonly string[],
  project: number,
  select: AnalyticsReader['select'],
): Promise<KeyedConversion[]> {
  if (orders.length === 0) return [];
  const projects = [project];
  const names = await namesIn({ projects, select });
  const carriers = await findOrderIds(orders, { projects, names, select });
  const ids = carriers.map(({ conversion }) => conversion);
  const byId = groupByKeys(await heldBy('conversion_id', ids, project, select), ({ key }) => [key]);
  return carriers.flatMap(({ order, conversion }) =>
    (byId.get(conversion) ?? []).map((one) => ({ ...one, key: order })),
  );
}

async function heldBy(
  by: MatchedBy,
  keys: readonly string[],
  project: number,
  select: AnalyticsReader['select'],
): Promise<KeyedConversion[]> {
  const found: KeyedConversion[] = [];
  for (const list of parameterChunks([...new Set(keys)])) {
    const parameters = new Parameters();
    const of = `project_id = ${parameters.add('Int64', project)}`;
    const named = `${by} IN ${parameters.add('Array(String)', list)}`;
    const sql = `SELECT ${comparedColumns}, ${by} FROM (
  SELECT order_id, click_id, event_id, ${shown.join(', ')}, record, paired, deleted
  FROM conversion_versions WHERE ${of}
    AND conversion_id IN (SELECT conversion_id FROM conversion_versions WHERE ${of} AND ${named})
  ORDER BY version DESC LIMIT 1 BY project_id, conversion_id, side)
WHERE deleted = 0 AND record = 'conversion' AND (side = 'server' OR paired = 0) AND ${named}`;
    const rows = await select({ sql, parameters: parameters.values });
    found.push(
      ...rows.map((cells) => ({ ...comparedConversion(cells), key: cells[shown.length] ?? '' })),
    );
  }
  return found;
}
