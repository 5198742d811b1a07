import type pg from 'pg';
import type { FailedItem, FailedQueue } from '#contract/failed-items/schemas.ts';
import { recordAuditEntry, systemAuthor } from '../audit/audit-log.ts';
import { type Connection, within } from '../database/orm.ts';

export type FailedTry = { queue: FailedQueue; project: number; item: string; reason: string };

/** Counts a failed try of an item, and sets it aside where this is the last; answers whether it is set aside. */
export async function noteFailedTry(
  connection: Connection,
  { project, queue, item, reason }: FailedTry,
  { now, isLast = () => true }: { now: Date; isLast?: (tries: number) => boolean },
): Promise<boolean> {
  const note = { project, queue, failed: [{ item, reason }] };
  return (await noteFailedTries(connection, note, { now, isLast })) > 0;
}

type FailedTries = {
  project: number;
  queue: FailedQueue;
  failed: readonly Omit<FailedTry, 'project' | 'queue'>[];
};

/**
 * The same for items of a project in one transaction; answers how many of them are set aside. The owners see those that
 * were not yet in one entry of the audit log. A deleted project has no items.
 */
export function noteFailedTries(
  connection: Connection,
  { project, queue, failed }: FailedTries,
  { now, isLast = () => true }: { now: Date; isLast?: (tries: number) => boolean },
): Promise<number> {
  const reasons = new Map(
    failed.map(({ item, reason }) => [item, reason.slice(0, longestReason)] as const),
  );
  return within(connection, async (client) => {
    const { rows } = await client.query<Noted>(
      `insert into failed_items as known (project_id, queue, item, reason, tries)
       select id, $2, given.item, given.reason, 1
       from projects, unnest($3::text[], $4::text[]) as given(item, reason) where id = $1
       on conflict (project_id, queue, item) do update set reason = excluded.reason, tries = known.tries + 1
       returning id, item, reason, tries, set_aside_at as since`,
      [project, queue, [...reasons.keys()], [...reasons.values()]],
    );
    const already = rows.filter(({ since }) => since !== null);
    const added = rows.filter(({ since, tries }) => since === null && isLast(tries));
    const [first] = added;
    if (!first) return already.length;
    await client.query('update failed_items set set_aside_at = $2 where id = any($1)', [
      added.map(({ id }) => id),
      now,
    ]);
    await recordAuditEntry(client, systemAuthor, now, {
      action: 'item.set-aside',
      project,
      target: added.length === 1 ? `${queue} ${first.item}` : `${queue} (${added.length})`,
      details: { reason: first.reason },
    });
    return already.length + added.length;
  });
}

type Noted = { id: string; item: string; reason: string; tries: number; since: Date | null };

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

/** Forgets the tries of an item with this name in every project. */
export async function forgetTriesEverywhere(
  connection: Connection,
  { queue, item }: Pick<FailedTry, 'queue' | 'item'>,
): Promise<void> {
  await connection.query(
    'delete from failed_items where queue = $1 and item = $2 and set_aside_at is null and tries > 0',
    [queue, item],
  );
}

/** The items of a queue that wait for a requested retry. */
export async function retriedItems(
  connection: Connection,
  project: number,
  queue: FailedQueue,
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `select id from failed_items
     where project_id = $1 and queue = $2 and set_aside_at is null and tries = 0`,
    [project, queue],
  );
  return rows.map(({ id }) => id);
}
