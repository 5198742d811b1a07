import { grouped } from '#server/conversions/grouped.ts';
import { parts } from '#server/conversions/parts.ts';
import { Parameters } from '../parameters.ts';
import type { Reading } from '../reading.ts';
import { type Currencies, type Standing, standingWith, withStatus } from './standing.ts';

/** A refund with the order that it gives back. */
export type GivenBack = { refund: Standing; order: Standing };

type Asked = { projects: readonly number[]; select: Reading['select'] };

/** The refunds that stand and fall with these conversions: of these orders, or among these themselves. */
export async function givenBack(ids: readonly string[], asked: Asked): Promise<GivenBack[]> {
  const orders = await refundedOrders(ids, asked);
  const places = await placesOf(orders, asked);
  const conversions = [...new Set(places.map(({ conversion }) => conversion))];
  const standing = await standingWith(conversions, asked.projects, asked.select);
  const byId = new Map(standing.map((one) => [one.conversion_id, one]));
  const byOrder = grouped(places, ({ order }) => [order]);
  const wanted = new Set(ids);
  return [...byOrder].flatMap(([id, its]) => {
    const all = its.flatMap(({ conversion }) => byId.get(conversion) ?? []);
    return linked(id, [...new Set(all)]).filter(
      ({ refund, order }) => wanted.has(refund.conversion_id) || wanted.has(order.conversion_id),
    );
  });
}

/** As the resolver finds it: the latest order before the refund, else the first after it. */
function linked(id: string, all: readonly Standing[]): GivenBack[] {
  const inTime = all.toSorted((a, b) => (a.event_time < b.event_time ? -1 : 1));
  const sales = inTime.filter(({ record }) => record === 'conversion');
  return inTime
    .filter((one) => one.record === 'refund' && keyOf(one.project_id, one.order_id) === id)
    .flatMap((refund) => {
      const order =
        sales.findLast(({ event_time }) => event_time <= refund.event_time) ?? sales[0] ?? null;
      return order ? [{ refund, order }] : [];
    });
}

/**
 * How refunds would stand when some conversions stood otherwise: one of an order that counts nowhere counts nowhere.
 */
export function followed(
  pairs: readonly GivenBack[],
  after: readonly Standing[],
  currencies: Currencies,
): Standing[] {
  const becomes = new Map(after.map((one) => [one.conversion_id, one]));
  return pairs.map(({ refund, order }) => {
    const own = becomes.get(refund.conversion_id) ?? withStatus(refund, refund.status, currencies);
    const { excluded_reason } = becomes.get(order.conversion_id) ?? order;
    return own.excluded_reason === '' ? { ...own, excluded_reason } : own;
  });
}

const keyOf = (project: string, order: string): string => `${project} ${order}`;

/** Which order ids of these conversions a refund names. */
async function refundedOrders(
  ids: readonly string[],
  { projects, select }: Asked,
): Promise<string[]> {
  const found = new Set<string>();
  for (const list of parts([...new Set(ids)])) {
    const parameters = new Parameters();
    const among = `project_id IN ${parameters.add('Array(UInt32)', projects)}`;
    const sql = `SELECT DISTINCT order_id FROM events
WHERE ${among} AND event_name = 'refund' AND left_out = 0 AND order_id IN (
  SELECT order_id FROM conversion_versions
  WHERE ${among} AND conversion_id IN ${parameters.add('Array(String)', list)} AND order_id != '')`;
    for (const [order] of await select({ sql, parameters: parameters.values })) {
      if (order) found.add(order);
    }
  }
  return [...found];
}

/** Everything that carries one of these order ids. The events say in which hours, so that no other hour is read. */
async function placesOf(
  orders: readonly string[],
  { projects, select }: Asked,
): Promise<{ order: string; conversion: string }[]> {
  const found: { order: string; conversion: string }[] = [];
  for (const list of parts(orders)) {
    const parameters = new Parameters();
    const among = `project_id IN ${parameters.add('Array(UInt32)', projects)}`;
    const named = `order_id IN ${parameters.add('Array(String)', list)}`;
    const sql = `SELECT DISTINCT toString(project_id), order_id, conversion_id FROM conversions FINAL
WHERE ${among} AND ${named} AND toStartOfHour(event_time) IN (
  SELECT toStartOfHour(event_time) FROM events
  WHERE ${among} AND left_out = 0 AND ${named} AND event_name IN (
    SELECT DISTINCT event_name FROM conversions WHERE ${among}))`;
    for (const [project, order, conversion] of await select({
      sql,
      parameters: parameters.values,
    })) {
      found.push({ order: keyOf(project ?? '', order ?? ''), conversion: conversion ?? '' });
    }
  }
  return found;
}
