import type pg from 'pg';
import type { FailedQueue } from '#contract/failed-items/schemas.ts';
import { type AuditedCall, recordAuditEntry, systemAuthor } from '../audit/audit-log.ts';
import { type Connection, within } from '../database/orm.ts';

export type FailedTry = { queue: FailedQueue; project: number; item: string; reason: string };

/** `tries` is given where an item was tried several times before its failure is noted. */
type FailedEntry = Pick<FailedTry, 'item' | 'reason'> & { tries?: number };

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
  failed: readonly FailedEntry[];
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
  const entries = [...new Map(failed.map((one) => [one.item, one])).values()];
  return within(connection, async (client) => {
    const { rows } = await client.query<Noted>(
      `insert into failed_items as known (project_id, queue, item, reason, tries)
       select id, $2, given.item, given.reason, given.tries
       from projects, unnest($3::text[], $4::text[], $5::int[]) as given(item, reason, tries) where id = $1
       on conflict (project_id, queue, item) do update
       set reason = excluded.reason, tries = known.tries + excluded.tries
       returning id, item, reason, tries, set_aside_at as since`,
      [
        project,
        queue,
        entries.map(({ item }) => item),
        entries.map(({ reason }) => reason.slice(0, longestReason)),
        entries.map(({ tries = 1 }) => tries),
      ],
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

/** Items of a queue, locked until the transaction ends. */
export type SetAside = { project: number; queue: FailedQueue; items: readonly string[] };

/** Puts items back into their queue; answers what to do once the transaction is committed. */
export type PutBack = (
  client: pg.PoolClient,
  given: SetAside,
  call: AuditedCall,
) => Promise<() => void | Promise<void>>;

/** An item that failed; null where there is none. */
export async function lockFailedItem(client: pg.PoolClient, id: number): Promise<SetAside | null> {
  const { rows } = await client.query<{ project: number; queue: FailedQueue; item: string }>(
    'select project_id as project, queue, item from failed_items where id = $1 for update',
    [id],
  );
  const [row] = rows;
  return row ? { project: row.project, queue: row.queue, items: [row.item] } : null;
}

type Queue = Pick<SetAside, 'project' | 'queue'>;

/** The ids of all items of a queue that are set aside, in their order. */
export async function idsSetAside(
  connection: Connection,
  { project, queue }: Queue,
): Promise<number[]> {
  const { rows } = await connection.query<{ id: number }>(
    `select id::int from failed_items where project_id = $1 and queue = $2 and set_aside_at is not null
     order by id`,
    [project, queue],
  );
  return rows.map(({ id }) => id);
}

/** Those of these items that are set aside in a queue, in the order of their ids. */
export async function lockSetAside(
  client: pg.PoolClient,
  { project, queue }: Queue,
  ids: readonly number[],
): Promise<SetAside> {
  const { rows } = await client.query<{ item: string }>(
    `select item from failed_items
     where id = any($1) and project_id = $2 and queue = $3 and set_aside_at is not null
     order by id for update`,
    [ids, project, queue],
  );
  return { project, queue, items: rows.map(({ item }) => item) };
}

/** Counts the tries of items anew; doing so twice does no harm. */
export async function takeBack(
  client: pg.PoolClient,
  { project, queue, items }: SetAside,
): Promise<void> {
  await client.query(
    `update failed_items set tries = 0, set_aside_at = null
     where project_id = $1 and queue = $2 and item = any($3)`,
    [project, queue, items],
  );
}

/** Forgets an item in every project, set aside or not. */
export async function forgetItem(
  connection: Connection,
  { queue, item }: Pick<FailedTry, 'queue' | 'item'>,
): Promise<void> {
  await connection.query('delete from failed_items where queue = $1 and item = $2', [queue, item]);
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
