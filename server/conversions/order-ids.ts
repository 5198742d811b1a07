import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { REFUND } from '../attribution/raw-events.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import { Parameters } from '../warehouse/parameters.ts';

type Caller = {
  projects: readonly number[];
  /** The event names of conversions and refunds; other events are not read. */
  names: readonly string[];
  select: AnalyticsReader['select'];
};

/** A conversion with an order id that one of its events carries: the row holds only that of its first report. */
export type OrderIdMatch = { project: string; order: string; conversion: string };

/** Where an order id is meaningless, such as “0”, at most this many are searched. */
const MOST_NEAR = 1_000;

export async function namesIn({
  projects,
  select,
}: Pick<Caller, 'projects' | 'select'>): Promise<string[]> {
  const parameters = new Parameters();
  const sql = `SELECT DISTINCT event_name FROM conversions
WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.flatMap(([name]) => name ?? []);
}

/** The order ids of these conversions that a refund may name. */
export async function refundedOrders(
  ids: readonly string[],
  { projects, names, select }: Caller,
): Promise<string[]> {
  const found = new Set<string>();
  for (const list of parameterChunks([...new Set(ids)])) {
    const parameters = new Parameters();
    const among = `project_id IN ${parameters.add('Array(UInt32)', projects)}`;
    const versions = `FROM conversion_versions
    WHERE ${among} AND conversion_id IN ${parameters.add('Array(String)', list)}`;
    const sql = `SELECT DISTINCT order_id FROM events
WHERE ${among} AND event_name = '${REFUND}' AND left_out = 0 AND order_id != '' AND order_id IN (
  SELECT order_id FROM events
  WHERE ${among} AND event_name IN ${parameters.add('Array(String)', names)} AND left_out = 0
    AND event_time >= (SELECT min(event_time) ${versions})
    AND event_uid IN (SELECT arrayJoin(event_uids) ${versions}))`;
    for (const [order] of await select({ sql, parameters: parameters.values })) {
      if (order) found.add(order);
    }
  }
  return [...found];
}

/**
 * Conversions that carry one of these order ids, near an instant where one is given. All events of a side share one
 * key, which limits the hours to read.
 */
export async function findOrderIds(
  orders: readonly string[],
  { projects, names, select, near }: Caller & { near?: Date | undefined },
): Promise<OrderIdMatch[]> {
  const found: OrderIdMatch[] = [];
  for (const list of parameterChunks(orders)) {
    const parameters = new Parameters();
    const among = `project_id IN ${parameters.add('Array(UInt32)', projects)}`;
    const events = `FROM events
  WHERE ${among} AND event_name IN ${parameters.add('Array(String)', names)} AND left_out = 0`;
    const nearest = near
      ? `ORDER BY min(abs(dateDiff('millisecond', event_time, ${parameters.millisecond(near)}))), conversion_id
LIMIT ${MOST_NEAR}`
      : '';
    const sql = `WITH carrying AS (
  SELECT project_id, event_uid, dedup_key, order_id ${events}
    AND order_id IN ${parameters.add('Array(String)', list)})
SELECT toString(project_id), order_id, conversion_id FROM (
  SELECT project_id, conversion_id, event_time, arrayJoin(event_uids) AS event_uid FROM conversions FINAL
  WHERE ${among} AND dedup_key IN (SELECT dedup_key FROM carrying) AND toStartOfHour(event_time) IN (
    SELECT toStartOfHour(event_time) ${events} AND dedup_key IN (SELECT dedup_key FROM carrying))
) AS sides INNER JOIN carrying USING (project_id, event_uid)
GROUP BY project_id, order_id, conversion_id
${nearest}`;
    for (const [project, order, conversion] of await select({
      sql,
      parameters: parameters.values,
    })) {
      found.push({ project: project ?? '', order: order ?? '', conversion: conversion ?? '' });
    }
  }
  return found;
}
