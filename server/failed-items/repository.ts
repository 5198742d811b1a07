import type pg from 'pg';
import type { FailedItem, FailedQueue } from '#contract/failed-items/schemas.ts';
import { recordAuditEntry, systemAuthor } from '../audit/audit-log.ts';
import { type Connection, within } from '../database/orm.ts';

export type FailedTry = { queue: FailedQueue; project: number; item: string; reason: string };

/**
 * Counts a failed try of an item, and sets it aside where `isLast` says so or after so many tries; answers whether it
 * is set aside. The owners see it in the audit log. A deleted project has no items.
 */
export function noteFailedTry(
  connection: Connection,
  { queue, project, item, reason }: FailedTry,
  { now, most }: { now: Date; most: number },
): Promise<boolean> {
  return within(connection, async (client) => {
    const { rows } = await client.query<{ id: string; tries: number; since: Date | null }>(
      `insert into failed_items as known (project_id, queue, item, reason, tries)
       select id, $2, $3, $4, 1 from projects where id = $1
       on conflict (project_id, queue, item) do update set reason = excluded.reason, tries = known.tries + 1
       returning id, tries, set_aside_at as since`,
      [project, queue, item, reason.slice(0, longestReason)],
    );
    const [noted] = rows;
    if (!noted || noted.tries < most) return false;
    if (noted.since !== null) return true;
    await client.query('update failed_items set set_aside_at = $2 where id = $1', [noted.id, now]);
    await recordAuditEntry(client, systemAuthor, now, {
      action: 'item.set-aside',
      project,
      target: `${queue} ${item}`,
      details: { reason: reason.slice(0, longestReason) },
    });
    return true;
  });
}

const longestReason = 300;

type Row = Omit<FailedItem, 'set_aside_at'> & { set_aside_at: Date };

/** How many items of a project are set aside, and the latest of them. */
export async function readFailedItems(
  connection: Connection,
  project: number,
): Promise<{ total: number; items: FailedItem[] }> {
  const { rows } = await connection.query<Row & { total: number }>(
    `select id::int, queue, item, reason, tries, set_aside_at, count(*) over ()::int as total
     from failed_items where project_id = $1 and set_aside_at is not null order by id desc limit 200`,
    [project],
  );
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _, set_aside_at, ...row }) => ({
      ...row,
      set_aside_at: set_aside_at.toISOString(),
    })),
  };
}

export type SetAside = { project: number; queue: FailedQueue; item: string };

/** An item that failed, locked until the transaction ends; null where there is none. */
export async function lockFailedItem(client: pg.PoolClient, id: number): Promise<SetAside | null> {
  const { rows } = await client.query<SetAside>(
    'select project_id as project, queue, item from failed_items where id = $1 for update',
    [id],
  );
  return rows[0] ?? null;
}

/** Counts the tries of an item anew; asking twice does no harm. */
export async function takeBack(client: pg.PoolClient, id: number): Promise<void> {
  await client.query('update failed_items set tries = 0, set_aside_at = null where id = $1', [id]);
}

/** Forgets the tries of an item that succeeded. */
export async function forgetTries(
  connection: Connection,
  { queue, project, item }: Omit<FailedTry, 'reason'>,
): Promise<void> {
  await connection.query(
    'delete from failed_items where project_id = $1 and queue = $2 and item = $3 and set_aside_at is null',
    [project, queue, item],
  );
}

/** A condition: the item with this name, as text, is not set aside. */
export const isNotAside = (queue: FailedQueue, project: string, item: string): string =>
  `not exists (select from failed_items f where f.project_id = ${project} and f.queue = '${queue}'
     and f.item = ${item} and f.set_aside_at is not null)`;
