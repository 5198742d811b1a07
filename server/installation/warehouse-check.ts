import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { recordAuditEntry, systemAuthor } from '../audit/audit-log.ts';
import { refillTables } from '../pipeline/refill-tables.ts';
import { requestRecompute } from '../pipeline/request-recompute.ts';
import type { Log } from '../platform/logger.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { lagsBehind } from '../warehouse/replica-lag.ts';
import { type DamagedPart, damagedParts, lostParts } from './damaged-parts.ts';

type Stores = { client: pg.PoolClient; writer: ClickHouseClient; log: Log };

type Options = {
  /** Goes on with what is there, and tells the owners of what is missing. */
  acceptsLoss: boolean;
  now: Date;
  /** How many milliseconds a replica gets to fetch what it lacks. */
  catchUp?: number;
};

const usualCatchUp = 60_000;
const betweenLooks = 250;

type Counts = Map<number, number>;

const wayOut =
  'Restore both stores from one backup, or start once with ACCEPT_LOSS=1 to go on with what is there.';

/**
 * Refuses a warehouse that belongs to another installation, has damaged parts, or holds fewer events than the database
 * has counted: figures would fall without a word. Runs at each start, behind the migrations.
 */
export async function checkWarehouse(
  { client, writer, log }: Stores,
  { acceptsLoss, now, catchUp = usualCatchUp }: Options,
): Promise<void> {
  const known = await readInstallation(client);
  const names = await namesIn(writer);
  // The database is read first: another process may be moving events.
  const counted = await countedEvents(client);
  const stored = await settledEvents(writer, counted, catchUp);
  if (known === null && names.length === 0) return adopt({ client, writer }, stored);

  const id = known?.id ?? randomUUID();
  const damaged = await damagedOrUnknown({ writer, log }, known?.acceptedParts ?? []);
  const missing = missingEvents(counted, stored);
  const problem = problemOf({
    isForeign: names.length > 0 && !names.includes(id),
    isNew: names.length === 0 && counted.size > 0,
    damaged,
    lost: await lostParts(client, damaged),
    missing,
  });
  if (problem !== null && !acceptsLoss) throw new StartProblem(`${problem} ${wayOut}`);
  // Before anything is computed again: without its visits a conversion would lose its click.
  await refillTables(writer, new Set(damaged.map(({ table }) => table)));
  await inOneStep(client, async () => {
    if (known === null) await nameInDatabase(client, id);
    if (problem !== null) await accept(client, { damaged, missing, stored, now });
    else if (damaged.length > 0) await repair(client, damaged, now);
  });
  if (!names.includes(id)) await nameAs(writer, id);
}

async function damagedOrUnknown(
  { writer, log }: Pick<Stores, 'writer' | 'log'>,
  accepted: readonly string[],
): Promise<DamagedPart[]> {
  const damaged = await damagedParts(writer, accepted);
  if (damaged === null) {
    log.warn(
      {},
      'damaged parts of the warehouse are not noticed: grant its user SELECT on system.detached_parts and system.parts',
    );
  }
  return damaged ?? [];
}

function problemOf({
  isForeign,
  isNew,
  damaged,
  lost: lostAlone,
  missing,
}: {
  isForeign: boolean;
  isNew: boolean;
  damaged: readonly DamagedPart[];
  lost: readonly DamagedPart[];
  missing: Counts;
}): string | null {
  if (isForeign) {
    return 'The warehouse belongs to another installation: check DATA_DIR, DATABASE_URL and CLICKHOUSE_URL.';
  }
  const lost = [...missing.values()].reduce((sum, count) => sum + count, 0);
  if (isNew && lost > 0) {
    return `The warehouse is new, and the database has moved ${lost} events into an earlier one.`;
  }
  if (lost > 0) {
    const names = namesOf(damaged);
    return `The warehouse lacks ${lost} events that it had${names ? ` (damaged parts: ${names})` : ''}.`;
  }
  return lostAlone.length > 0
    ? `The warehouse has damaged parts whose rows nothing else holds (${namesOf(lostAlone)}).`
    : null;
}

const namesOf = (parts: readonly DamagedPart[]): string =>
  parts
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ');

async function readInstallation(
  client: pg.PoolClient,
): Promise<{ id: string; acceptedParts: string[] } | null> {
  const { rows } = await client.query<{ id: string; acceptedParts: string[] }>(
    'select id, accepted_parts as "acceptedParts" from installation',
  );
  return rows[0] ?? null;
}

async function namesIn(writer: ClickHouseClient): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(writer, 'SELECT DISTINCT id FROM installation');
  return rows.map(({ id }) => id);
}

async function nameAs(writer: ClickHouseClient, id: string): Promise<void> {
  await writer.insert({ table: 'installation', values: [{ id }], format: 'JSONEachRow' });
}

async function countedEvents(client: pg.PoolClient): Promise<Counts> {
  const { rows } = await client.query<{ project: number; events: string }>(
    `select project_id as project, events from warehouse_counts
     where events > 0 and project_id in (select id from projects)`,
  );
  return new Map(rows.map(({ project, events }) => [project, Number(events)]));
}

/** The events of a replica that lags behind are counted again: what it has not fetched yet is not lost. */
async function settledEvents(
  writer: ClickHouseClient,
  counted: Counts,
  catchUp: number,
): Promise<Counts> {
  const end = performance.now() + catchUp;
  for (;;) {
    // The lag is read first: what arrives in between is counted.
    const lags = await lagsBehind(writer);
    const stored = await storedEvents(writer);
    if (!lags || missingEvents(counted, stored).size === 0) return stored;
    if (performance.now() > end) {
      throw new StartProblem(
        'A replica of the warehouse lags behind and lacks events that another has: start again when system.replicas shows no queue for it, or set CLICKHOUSE_URL to a replica that is up to date.',
      );
    }
    await delay(betweenLooks);
  }
}

async function storedEvents(writer: ClickHouseClient): Promise<Counts> {
  const rows = await rowsOf<{ project: number; events: string }>(
    writer,
    'SELECT project_id AS project, count() AS events FROM events GROUP BY project_id',
  );
  return new Map(rows.map(({ project, events }) => [Number(project), Number(events)]));
}

/** How many events of each project are missing. */
function missingEvents(counted: Counts, stored: Counts): Counts {
  const missing: Counts = new Map();
  for (const [project, count] of counted) {
    const lost = count - (stored.get(project) ?? 0);
    if (lost > 0) missing.set(project, lost);
  }
  return missing;
}

/**
 * A new installation, or one from before warehouses had names. The database comes first: a start that finds an id there
 * and a warehouse without a name gives it the name.
 */
async function adopt(
  { client, writer }: Pick<Stores, 'client' | 'writer'>,
  stored: Counts,
): Promise<void> {
  const id = randomUUID();
  await inOneStep(client, async () => {
    await nameInDatabase(client, id);
    await keepCounts(client, stored);
  });
  await nameAs(writer, id);
}

async function nameInDatabase(client: pg.PoolClient, id: string): Promise<void> {
  await client.query('insert into installation (id) values ($1)', [id]);
}

async function keepCounts(client: pg.PoolClient, stored: Counts): Promise<void> {
  await client.query('delete from warehouse_counts');
  await client.query(
    'insert into warehouse_counts (project_id, events) select * from unnest($1::int[], $2::bigint[])',
    [[...stored.keys()], [...stored.values()]],
  );
}

/**
 * Stores what is there as the new state, and tells the owners of each project that has lost something. Conversions are
 * computed again where every event is there.
 */
async function accept(
  client: pg.PoolClient,
  {
    damaged,
    missing,
    stored,
    now,
  }: { damaged: readonly DamagedPart[]; missing: Counts; stored: Counts; now: Date },
): Promise<void> {
  await keepParts(client, damaged);
  await keepCounts(client, stored);
  for (const project of await projectsIn(client)) {
    if (damaged.length > 0 && !missing.has(project)) await requestRecompute(client, project);
    if (missing.size > 0 && !missing.has(project)) continue;
    await recordAuditEntry(client, systemAuthor, now, {
      action: 'warehouse.loss-accepted',
      project,
      target: 'warehouse',
      details: { events: missing.get(project) ?? 0, parts: damaged.length },
    });
  }
}

/** Every event is there: an insert without an answer may leave a damaged part, and conversions are computed again. */
async function repair(
  client: pg.PoolClient,
  damaged: readonly DamagedPart[],
  now: Date,
): Promise<void> {
  await keepParts(client, damaged);
  for (const project of await projectsIn(client)) {
    await requestRecompute(client, project);
    await recordAuditEntry(client, systemAuthor, now, {
      action: 'warehouse.repaired',
      project,
      target: 'warehouse',
      details: { parts: damaged.length },
    });
  }
}

async function keepParts(client: pg.PoolClient, damaged: readonly DamagedPart[]): Promise<void> {
  await client.query('update installation set accepted_parts = accepted_parts || $1::text[]', [
    damaged.map(({ name }) => name),
  ]);
}

async function projectsIn(client: pg.PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from projects order by id');
  return rows.map(({ id }) => id);
}

/** The connection holds the lock of the migrations, so the transaction runs on it. */
async function inOneStep(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function rowsOf<Row>(writer: ClickHouseClient, query: string): Promise<Row[]> {
  const answer = await writer.query({ query, format: 'JSONEachRow' });
  return answer.json<Row>();
}
