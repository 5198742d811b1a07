import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import type pg from 'pg';
import { SET_ASIDE } from '../pipeline/batches.ts';
import { isRefillable } from '../pipeline/refill-tables.ts';

/** A part that the engine could not read and moved aside. */
export type DamagedPart = {
  /** Its table and its own name. */
  name: string;
  table: string;
  /** Whether intact parts hold the same rows: those that it was merged from, or a copy of another replica. */
  isCovered: boolean;
  /** Whether it is of one insert, and no intact part of its table is of a later one. */
  isLast: boolean;
};

type Detached = {
  part: string;
  table: string;
  partition: string | null;
  first: string | null;
  last: string | null;
};
type Active = { table: string; partition: string; first: string; last: string };

const denied = '497';

/**
 * Damaged parts whose loss was not accepted with `ACCEPT_LOSS`; null where the user of the warehouse may not read which
 * there are.
 */
export async function damagedParts(
  writer: ClickHouseClient,
  accepted: readonly string[],
): Promise<DamagedPart[] | null> {
  try {
    const detached = await rowsOf<Detached>(
      writer,
      `SELECT DISTINCT concat(table, '/', name) AS part, table, partition_id AS partition,
         toString(min_block_number) AS first, toString(max_block_number) AS last
       FROM system.detached_parts
       WHERE database = currentDatabase() AND startsWith(ifNull(reason, ''), 'broken') ORDER BY part`,
    );
    const known = new Set(accepted);
    const damaged = detached.filter(({ part }) => !known.has(part));
    if (damaged.length === 0) return [];
    const active = await rowsOf<Active>(
      writer,
      `SELECT table, partition_id AS partition, toString(min_block_number) AS first,
         toString(max_block_number) AS last
       FROM system.parts WHERE active AND database = currentDatabase()`,
    );
    return damaged.map((part) => placed(part, active));
  } catch (error) {
    if (error instanceof ClickHouseError && error.code === denied) return null;
    throw error;
  }
}

function placed(
  { part: name, table, partition, first, last }: Detached,
  active: readonly Active[],
): DamagedPart {
  const others = active
    .filter((one) => one.table === table && one.partition === partition)
    .map((one) => ({ first: BigInt(one.first), last: BigInt(one.last) }));
  // On a cluster the rows lie in tables of each node.
  const of = { name, table: table.replace(/_local$/, '') };
  if (first === null || last === null) return { ...of, isCovered: false, isLast: false };
  const [from, to] = [BigInt(first), BigInt(last)];
  const within = others.filter((one) => one.first >= from && one.last <= to);
  const around = others.some((one) => one.first <= from && one.last >= to);
  const meets = within.some((one) => one.first === from) && within.some((one) => one.last === to);
  return {
    ...of,
    isCovered: around || meets,
    isLast: from === to && others.every((one) => one.last < from),
  };
}

/** The damaged parts whose rows nothing else holds. */
export async function lostParts(
  client: pg.PoolClient,
  damaged: readonly DamagedPart[],
): Promise<DamagedPart[]> {
  const sole = damaged.filter(({ table, isCovered }) => isSole(table) && !isCovered);
  if (sole.length === 0) return [];
  const repeated = await repeatedInserts(client);
  return sole.filter(({ table, isLast }) => !(isLast && repeated.has(table)));
}

/** Events are counted, migrations are applied again, and each start names a warehouse without a name. */
const noticed = new Set(['events', 'installation', 'schema_migrations']);

const isSole = (table: string): boolean => !noticed.has(table) && !isRefillable(table);

/** Tables whose last insert may have had no answer: what it was made of still waits, and is inserted again. */
async function repeatedInserts(client: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string }>(
    `with batch as (select payload from inbox where batch_id < $1)
     select 'cost_history' as table where exists(select from batch where payload ->> 'kind' = 'cost')
       or exists(select from pending_refresh)
     union all
     select 'labels' where exists(select from batch where json_array_length(payload -> 'labels') > 0)
     union all
     select 'conversion_versions' where exists(select from batch)
       or exists(select from pending_refresh where version is not null)
       or exists(select from pending_decisions where version is not null)`,
    [SET_ASIDE],
  );
  return new Set(rows.map(({ table }) => table));
}

async function rowsOf<Row>(writer: ClickHouseClient, query: string): Promise<Row[]> {
  const answer = await writer.query({ query, format: 'JSONEachRow' });
  return answer.json<Row>();
}
