import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import type { Search } from './connected-events.ts';
import type { ClickSeed } from './recompute.ts';

export type Parameters = Record<string, unknown>;
/** A condition on events with the parameters that its text names. */
export type Condition = { sql: string; parameters: Parameters };

export const BETWEEN = `event_time >= fromUnixTimestamp64Milli({from:Int64})
  AND event_time <= fromUnixTimestamp64Milli({to:Int64})`;

type Alternative = { name: string; sql: string; values: readonly string[] };

const alternatives = {
  keys: 'dedup_key IN {keys:Array(String)}',
  orders: 'order_id IN {orders:Array(String)}',
  clicks: 'click_id IN {clicks:Array(String)}',
  visitors: 'visitor_id IN {visitors:Array(String)}',
  users: 'user_id IN {users:Array(String)}',
};

/** The search as alternative conditions of a statement. */
export function conditionsFor({ keys, orders, people }: Search): Condition[] {
  const timed = (sql: string) => `${BETWEEN} AND ${sql}`;
  const { clicks, users, from, to } = people;
  return anyOf(
    [
      { name: 'keys', sql: alternatives.keys, values: keys },
      { name: 'orders', sql: alternatives.orders, values: orders },
      { name: 'clicks', sql: timed(alternatives.clicks), values: clicks },
      { name: 'users', sql: timed(alternatives.users), values: users },
    ],
    Number.isFinite(from) ? { from, to } : {},
  );
}

/** Conditions on events in a window that share an id with one of the clicks. */
export function conditionsOfClicks(
  seeds: readonly ClickSeed[],
  window: { from: number; to: number },
): Condition[] {
  const values = (id: 'click_id' | 'visitor_id' | 'user_id') =>
    [...new Set(seeds.map((seed) => seed[id]))].filter(Boolean);
  return anyOf(
    [
      { name: 'clicks', sql: alternatives.clicks, values: values('click_id') },
      { name: 'visitors', sql: alternatives.visitors, values: values('visitor_id') },
      { name: 'users', sql: alternatives.users, values: values('user_id') },
    ],
    window,
  ).map(({ sql, parameters }) => ({ sql: `${BETWEEN} AND (${sql})`, parameters }));
}

/** Builds as few conditions as the lists have chunks; each holds one chunk of every list that is long enough. */
function anyOf(alternatives: readonly Alternative[], common: Parameters): Condition[] {
  const lists = alternatives.map(({ name, sql, values }) => ({
    name,
    sql,
    parts: parameterChunks(values),
  }));
  const longest = Math.max(...lists.map((list) => list.parts.length));
  return Array.from({ length: longest }, (_, index) => {
    const present = lists.flatMap((list) => {
      const values = list.parts[index];
      return values ? [{ ...list, values }] : [];
    });
    return {
      sql: present.map(({ sql }) => sql).join(' OR '),
      parameters: {
        ...common,
        ...Object.fromEntries(present.map(({ name, values }) => [name, values])),
      },
    };
  });
}
