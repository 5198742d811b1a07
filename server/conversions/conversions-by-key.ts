import type { MatchedBy } from '#contract/conversions/reconciliation.ts';
import { Parameters } from '../analytics/compiler/parameters.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import type { ConversionState } from './current-state.ts';
import { findOrderIds, namesIn } from './order-ids.ts';

/** A conversion's state with the external ids that it is known by. */
export type KeyedConversion = Pick<
  ConversionState,
  'conversion_id' | 'event_uid' | 'status' | 'value'
> & {
  key: string;
};

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
    const sql = `SELECT ${by}, conversion_id, event_uid, toString(status), toString(value) FROM (
  SELECT order_id, click_id, event_id, conversion_id, event_uid, status, value, record, side, paired, deleted
  FROM conversion_versions WHERE ${of}
    AND conversion_id IN (SELECT conversion_id FROM conversion_versions WHERE ${of} AND ${named})
  ORDER BY version DESC LIMIT 1 BY project_id, conversion_id, side)
WHERE deleted = 0 AND record = 'conversion' AND (side = 'server' OR paired = 0) AND ${named}`;
    const rows = await select({ sql, parameters: parameters.values });
    found.push(
      ...rows.map(([key, conversion, uid, status, value]) => ({
        key: key ?? '',
        conversion_id: conversion ?? '',
        event_uid: uid ?? '',
        status: status ?? '',
        value: value ?? '0',
      })),
    );
  }
  return found;
}
