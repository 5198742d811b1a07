import { Parameters } from '../analytics/compiler/parameters.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import { REFUND } from '../attribution/raw-events.ts';
import { parts } from '../warehouse/parameter-chunks.ts';

type Asked = {
  projects: readonly number[];
  /** What conversions and refunds are called there: other events are not read. */
  names: readonly string[];
  select: Reading['select'];
};

/**
 * A conversion with an order id that one of its events carries: its row knows that of its first report alone, and a
 * later one may have brought another.
 */
export type Carrier = { project: string; order: string; conversion: string };

/** Where an order id stands for nothing, as “0” does, no more are looked through than these. */
const MOST_NEAR = 1_000;

export async function namesIn({
  projects,
  select,
}: Pick<Asked, 'projects' | 'select'>): Promise<string[]> {
  const parameters = new Parameters();
  const sql = `SELECT DISTINCT event_name FROM conversions
WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.flatMap(([name]) => name ?? []);
}

/** Which order ids of these conversions a refund names. */
export async function refundedOrders(
  ids: readonly string[],
  { projects, names, select }: Asked,
): Promise<string[]> {
  const found = new Set<string>();
  for (const list of parts([...new Set(ids)])) {
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
 * Everything that carries one of these order ids; near an instant, where one is given. All events of a side have one
 * key: they say in which hours it may lie, so that no other hour is read.
 */
export async function carriersOf(
  orders: readonly string[],
  { projects, names, select, near }: Asked & { near?: Date | undefined },
): Promise<Carrier[]> {
  const found: Carrier[] = [];
  for (const list of parts(orders)) {
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
