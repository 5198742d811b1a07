import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { InboxItem } from '../database/payloads/inbox-item.ts';
import type { EventRow } from '../warehouse/rows.ts';

export type Batch = {
  id: string;
  /** Grows from batch to batch; also the version of all results of the batch. */
  version: string;
  /** In the order of arrival, which is the same at each read of the batch. */
  items: InboxItem[];
  /** The rows of the items in the inbox, in the same order. */
  rows: string[];
};

type Row = { id: string; payload: InboxItem };

/** The batch id of rows that the warehouse refuses; these rows stay in the inbox and are never moved. */
export const SET_ASIDE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const assign = `
with chosen as materialized (
  select id from inbox where batch_id is null order by id limit $2 for update skip locked
)
update inbox set batch_id = $1 from chosen where inbox.id = chosen.id
returning inbox.id, payload`;

/** Assigns waiting rows to a new batch, so that every try inserts exactly these rows with the same token. */
export async function assignBatch(client: pg.ClientBase, most: number): Promise<Batch | null> {
  const id = await nextBatchId(client);
  const assigned = await client.query<Row>({
    name: 'mover-assign',
    text: assign,
    values: [id, most],
  });
  return assigned.rows.length > 0 ? batchOf(id, assigned.rows) : null;
}

/** The oldest assigned batch that is not yet deleted. */
export async function unfinishedBatch(client: pg.ClientBase): Promise<Batch | null> {
  const { rows } = await client.query<Row & { batch_id: string }>(
    `select id, payload, batch_id from inbox
     where batch_id = (
       select batch_id from inbox where batch_id < $1 order by batch_id limit 1
     )`,
    [SET_ASIDE],
  );
  const id = rows[0]?.batch_id;
  return id ? batchOf(id, rows) : null;
}

/** Whether the warehouse may hold events that its conversions do not include yet. */
export async function hasPartialBatch(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    'select exists(select from inbox where batch_id < $1)',
    [SET_ASIDE],
  );
  return rows[0]?.exists === true;
}

const deletion = `
with counted as (
  insert into warehouse_counts (project_id, events)
  select * from unnest($2::int[], $3::bigint[]) as given(project, events) order by 1
  on conflict (project_id) do update set events = warehouse_counts.events + excluded.events
)
delete from inbox where batch_id = $1`;

/** Deletes a batch that is in the warehouse, and counts its events, in one step. */
export async function deleteBatch(client: pg.ClientBase, { id, items }: Batch): Promise<void> {
  const counts = new Map<number, number>();
  for (const item of items) {
    if (item.kind !== 'event') continue;
    const { project_id: project } = item.event;
    counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  await client.query({
    name: 'mover-delete',
    text: deletion,
    values: [id, [...counts.keys()], [...counts.values()]],
  });
}

/**
 * Splits the oldest batch into two new batches. The row of a batch with a single row is set aside instead and returned,
 * so that every other row arrives. Later batches, which were never tried, are released so that the order of arrival is
 * kept.
 *
 * Events that are stored stay in the batch, because its token protects them from being stored twice. Its costs stay
 * with them: they are stored, too, and in a new batch an older cost could replace a later one.
 */
export async function divideBatch(
  client: pg.ClientBase,
  { id, items, rows }: Batch,
  stored: ReadonlySet<EventRow>,
): Promise<{ id: string; project: number } | null> {
  if (rows.length < 2) {
    const aside = await client.query<{ id: string; project: number }>(
      'update inbox set batch_id = $2 where batch_id = $1 returning id, project_id as project',
      [id, SET_ASIDE],
    );
    return aside.rows[0] ?? null;
  }
  await client.query('update inbox set batch_id = null where batch_id > $1 and batch_id < $2', [
    id,
    SET_ASIDE,
  ]);
  const isMoved = (item: InboxItem | undefined) =>
    stored.size === 0 || (item?.kind === 'event' && !stored.has(item.event));
  const moved = rows.filter((_, index) => isMoved(items[index]));
  const middle = moved[Math.floor(moved.length / 2)];
  await client.query(
    `update inbox set batch_id = case when id < $2 then $3::uuid else $4::uuid end
     where batch_id = $1 and id = any($5::bigint[])`,
    [id, middle, await nextBatchId(client), await nextBatchId(client), moved],
  );
  return null;
}

/**
 * Raises the sequence of versions: after a restore the warehouse may hold versions that the database has not assigned
 * yet.
 */
export async function raiseVersions(client: pg.ClientBase, known: string): Promise<void> {
  await client.query(
    `select setval('warehouse_versions', $1::bigint) from warehouse_versions where last_value < $1::bigint`,
    [known],
  );
}

/** The id of the last waiting row; null when there is none. */
export async function lastWaiting(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ last: string | null }>(
    'select max(id) as last from inbox where batch_id is null or batch_id < $1',
    [SET_ASIDE],
  );
  return rows[0]?.last ?? null;
}

export async function isWaiting(pool: pg.Pool, last: string): Promise<boolean> {
  const { rows } = await pool.query<{ waiting: boolean }>(
    `select exists(
       select from inbox where id <= $1 and (batch_id is null or batch_id < $2)
     ) as waiting`,
    [last, SET_ASIDE],
  );
  return rows[0]?.waiting === true;
}

/**
 * When the oldest waiting event was received. Reading the first rows by id is enough, because ids follow the clock
 * except where commits overtook each other.
 */
export async function oldestWaiting(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ oldest: Date | null }>(
    `select min(received_at) as oldest from (
       select received_at from inbox where batch_id is null or batch_id < $1 order by id limit 1000
     ) as first`,
    [SET_ASIDE],
  );
  return rows[0]?.oldest ?? null;
}

async function nextBatchId(client: pg.ClientBase): Promise<string> {
  return batchIdOf(BigInt(await nextVersion(client)));
}

export async function nextVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select nextval('warehouse_versions') as version`,
  );
  return rows[0]?.version ?? '0';
}

function batchOf(id: string, rows: Row[]): Batch {
  const inOrder = rows.sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  return {
    id,
    version: versionOf(id),
    items: inOrder.map(({ payload }) => payload),
    rows: inOrder.map((row) => row.id),
  };
}

/** A UUID of version 8 that begins with the batch's version, so that batches sort by age without another column. */
function batchIdOf(version: bigint): string {
  const head = version.toString(16).padStart(12, '0');
  const tail = randomBytes(9).toString('hex');
  return `${head.slice(0, 8)}-${head.slice(8)}-8${tail.slice(0, 3)}-a${tail.slice(3, 6)}-${tail.slice(6)}`;
}

function versionOf(batchId: string): string {
  return BigInt(`0x${batchId.slice(0, 8)}${batchId.slice(9, 13)}`).toString();
}
