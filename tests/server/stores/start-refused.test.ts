import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ClickHouseError } from '@clickhouse/client';
import type { PoolClient } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrateDatabase, withMigrationLock } from '#server/database/migrate.ts';
import { acquireMoverLock, excludeOlderMover } from '#server/database/mover-lock.ts';
import { checkWarehouse } from '#server/installation/warehouse-check.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openStores, type Stores } from '#server/stores.ts';
import { startEngine } from '#server/warehouse/embedded.ts';
import { migrateWarehouse } from '#server/warehouse/migrate.ts';
import { addProject } from '#tests/support/stores.ts';
import { copyTemplate } from '#tests/support/worker-stores.ts';
import { at, cost, event, purchase, storeInInbox } from '../pipeline/inbox-events.ts';
import {
  folderWithDatabase,
  log,
  openTemporary,
  rowsOf,
  startDatabase,
  startWarehouse,
  temporaryFolder,
} from './temporary-stores.ts';

async function installation(): Promise<string> {
  const folder = await temporaryFolder();
  await copyTemplate(folder, ['postgres', 'warehouse']);
  return folder;
}

async function opened<Result>(
  folder: string,
  work: (stores: Stores) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const stores = await openStores(parseEnv({ DATA_DIR: folder, ...settings }), log);
  try {
    return await work(stores);
  } finally {
    await stores.stop();
  }
}

const nothing = async () => undefined;

const forgetLast = ({ warehouse: { writer } }: Stores) =>
  writer.command({
    query: `DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)`,
  });
const forgetLastOfDatabase = ({ database: { pool } }: Stores) =>
  pool.query(
    `delete from drizzle.__drizzle_migrations
     where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
  );

/** An installation with a project that has ten events in the warehouse. */
async function withEvents(): Promise<{ folder: string; project: number }> {
  const folder = await installation();
  const project = await opened(folder, async ({ database: { pool }, warehouse }) => {
    const { id } = await addProject(pool);
    await storeInInbox(
      pool,
      Array.from({ length: 10 }, () => purchase(id)),
    );
    const mover = startMover({ pool, warehouse, log, now: () => new Date() });
    await mover.flush();
    await mover.stop();
    return id;
  });
  return { folder, project };
}

/** Moves waiting events and costs, and computes what was asked for. */
async function settled({ database: { pool }, warehouse }: Stores): Promise<void> {
  const mover = startMover({ pool, warehouse, log, now: () => new Date() });
  await mover.flush();
  await expect
    .poll(async () => (await pool.query('select from pending_refresh')).rowCount, {
      timeout: 30_000,
    })
    .toBe(0);
  await mover.stop();
}

/** An installation with a click of an affiliate, the conversion that it earned, a cost and a label. */
async function withCredit(): Promise<{ folder: string; project: number }> {
  const folder = await installation();
  const project = await opened(folder, async (stores) => {
    const { pool } = stores.database;
    const { id } = await addProject(pool);
    const ids = { click_id: 'k1', visitor_id: 'v1' };
    const rows = [event(id, { ...ids, affid: 'a1', campaign_id: 'c1' }), purchase(id, ids)];
    await storeInInbox(pool, rows, [cost(id)]);
    await pool.query(
      `update inbox set payload = jsonb_set(payload::jsonb, '{labels}', $1)::json where payload ->> 'kind' = 'cost'`,
      [JSON.stringify([{ project_id: id, kind: 'campaign', id: 'c1', name: 'C', seen_at: at(0) }])],
    );
    await settled(stores);
    return id;
  });
  return { folder, project };
}

/** Everything that reports read. */
const figures = ({ warehouse: { writer } }: Stores) =>
  Promise.all(
    [
      'SELECT conversion_id, side, attributed, affid, click_uid, value FROM conversions FINAL ORDER BY ALL',
      'SELECT project_id, date, campaign_id, spend_base FROM costs FINAL ORDER BY ALL',
      'SELECT project_id, key, event_time, ingested_at, event_uid FROM visits ORDER BY ALL',
    ].map((query) => rowsOf<Record<string, unknown>>(writer, query)),
  );

/** Truncates the files of a table's only part, as a failing disk does. */
async function damage(folder: string, ...tables: string[]): Promise<void> {
  const paths = await opened(folder, async ({ warehouse: { writer } }) =>
    rowsOf<{ table: string; path: string }>(
      writer,
      `SELECT table, path FROM system.parts
       WHERE active AND database = currentDatabase() AND table IN ('${tables.join("', '")}')`,
    ),
  );
  expect(paths.map(({ table }) => table).sort()).toEqual(tables.toSorted());
  for (const { path } of paths) truncateSync(join(path, 'data.bin'), 10);
}

const audited = (folder: string, project: number, settings = {}) =>
  opened(
    folder,
    async ({ database: { pool } }) =>
      (
        await pool.query('select action, details from audit_entries where chain = $1', [
          `project:${project}`,
        ])
      ).rows,
    settings,
  );

describe('a warehouse', () => {
  it('that is unchanged starts again and again', async () => {
    const { folder } = await withEvents();
    await opened(folder, nothing);
    await opened(folder, nothing);
  });

  it('that was removed is refused, until the operator accepts the loss, which owners see', async () => {
    const { folder, project } = await withEvents();
    await rm(join(folder, 'warehouse'), { recursive: true });
    const sentence =
      'The warehouse is new, and the database has moved 10 events into an earlier one. Restore both stores from one backup, or start once with ACCEPT_LOSS=1 to go on with what is there.';
    await expect(opened(folder, nothing)).rejects.toThrow(sentence);
    await expect(opened(folder, nothing)).rejects.toThrow(sentence);
    expect(await audited(folder, project, { ACCEPT_LOSS: '1' })).toContainEqual({
      action: 'warehouse.loss-accepted',
      details: { events: 10, parts: 0 },
    });
    await opened(folder, nothing);
  });

  it('with a damaged part of events is refused', async () => {
    const { folder, project } = await withEvents();
    await damage(folder, 'events');
    await expect(opened(folder, nothing)).rejects.toThrow(
      /The warehouse lacks 10 events that it had \(damaged parts: events\/.*\)\. Restore/,
    );
    expect(await audited(folder, project, { ACCEPT_LOSS: '1' })).toContainEqual({
      action: 'warehouse.loss-accepted',
      details: { events: 10, parts: 1 },
    });
    await opened(folder, nothing);
  });

  it.each(['visits', 'visits, costs, conversions'])(
    'with damaged parts of what can be filled again keeps its figures, and tells the owners once: %s',
    async (listed) => {
      const tables = listed.split(', ');
      const { folder, project } = await withCredit();
      const before = await opened(folder, figures);
      expect(before[0]).toMatchObject([{ attributed: 1, affid: 'a1' }]);
      expect(before.map((rows) => rows.length)).toEqual([1, 1, 2]);
      await damage(folder, ...tables);
      const parts = tables.length;
      for (let start = 0; start < 2; start += 1) {
        const told = await audited(folder, project);
        expect(told.filter(({ action }) => action === 'warehouse.repaired')).toEqual([
          { action: 'warehouse.repaired', details: { parts } },
        ]);
      }
      await opened(folder, async (stores) => {
        const { rows } = await stores.database.pool.query(
          'select project_id, everything from pending_refresh',
        );
        expect(rows).toEqual([{ project_id: project, everything: true }]);
        expect(await figures(stores)).toEqual(before);
        await settled(stores);
        expect(await figures(stores)).toEqual(before);
      });
    },
  );

  it.each(['cost_history', 'conversion_versions', 'labels'])(
    'with a damaged part of what nothing else holds is refused: %s',
    async (table) => {
      const { folder, project } = await withCredit();
      const before = await opened(folder, figures);
      await damage(folder, table);
      const refused = new RegExp(
        `The warehouse has damaged parts whose rows nothing else holds \\(${table}/.*\\)\\. Restore`,
      );
      await expect(opened(folder, nothing)).rejects.toThrow(refused);
      expect(await audited(folder, project, { ACCEPT_LOSS: '1' })).toContainEqual({
        action: 'warehouse.loss-accepted',
        details: { events: 0, parts: 1 },
      });
      await opened(folder, async (stores) => {
        await settled(stores);
        expect(await figures(stores)).toEqual(before);
      });
    },
  );

  it.each(['cost_history', 'conversion_versions', 'labels'])(
    'with a damaged part of an insert that waits to be repeated is not refused: %s',
    async (table) => {
      const folder = await installation();
      const inserted = await opened(folder, async (stores) => {
        const { database, warehouse } = stores;
        const { id } = await addProject(database.pool);
        const label = { project_id: id, kind: 'campaign', id: 'c1', name: 'C', seen_at: at(0) };
        await storeInInbox(database.pool, [purchase(id)], [cost(id)]);
        await database.pool.query(
          `update inbox set payload = jsonb_set(payload::jsonb, '{labels}', $1)::json`,
          [JSON.stringify([label])],
        );
        // The answers are lost: everything is in the warehouse, and the batch in the inbox.
        await new Promise<void>((resolve) => {
          const mover = startMover({
            pool: database.pool,
            warehouse,
            log,
            now: () => new Date(),
            async onArrived() {
              mover.stop().then(resolve);
              throw new Error('The process ends here.');
            },
          });
        });
        return figures(stores);
      });
      await damage(folder, table);
      await opened(folder, async (stores) => {
        await settled(stores);
        expect(await figures(stores)).toEqual(inserted);
        const rows = await rowsOf(stores.warehouse.writer, `SELECT * FROM ${table}`);
        expect(rows).toHaveLength(1);
      });
    },
  );

  it('whose user may not read which parts are damaged starts, and the log says so', async () => {
    const { folder } = await withEvents();
    const warnings: string[] = [];
    await opened(folder, async ({ database, warehouse }) => {
      const writer = Object.create(warehouse.writer, {
        query: {
          value: (options: { query: string }) =>
            options.query.includes('system.detached_parts')
              ? Promise.reject(
                  new ClickHouseError({
                    message: 'Not enough privileges.',
                    code: '497',
                    type: 'ACCESS_DENIED',
                  }),
                )
              : warehouse.writer.query(options),
        },
      });
      const warning = { ...log, warn: (_: object, text: string) => warnings.push(text) };
      const options = { acceptsLoss: false, now: new Date() };
      await withMigrationLock(database.pool, (client) =>
        checkWarehouse(
          { client, writer, log: Object.assign(Object.create(log), warning) },
          options,
        ),
      );
    });
    expect(warnings).toEqual([
      'damaged parts of the warehouse are not noticed: grant its user SELECT on system.detached_parts and system.parts',
    ]);
  });

  it('of another installation is refused', async () => {
    const [{ folder }, other] = [await withEvents(), await temporaryFolder()];
    await opened(other, nothing);
    await rm(join(folder, 'warehouse'), { recursive: true });
    await cp(join(other, 'warehouse'), join(folder, 'warehouse'), { recursive: true });
    await expect(opened(folder, nothing)).rejects.toThrow(
      'The warehouse belongs to another installation: check DATA_DIR, DATABASE_URL and CLICKHOUSE_URL.',
    );
  });

  it('of an installation from before the check is taken over with its counts', async () => {
    const { folder, project } = await withEvents();
    await opened(folder, async ({ database: { pool }, warehouse: { writer } }) => {
      await pool.query('delete from installation');
      await pool.query('delete from warehouse_counts');
      await writer.command({ query: 'TRUNCATE TABLE installation' });
    });
    await opened(folder, async ({ database: { pool } }) => {
      const { rows } = await pool.query('select project_id, events from warehouse_counts');
      expect(rows).toEqual([{ project_id: project, events: '10' }]);
    });
  });

  it.each([
    ['before its id is in the database', /insert into installation/],
    ['between its id and its counts', /insert into warehouse_counts/],
    ['before either counts', /commit/],
    ['before the warehouse has its name', null],
  ])('that is taken over is taken over by the next start after a kill %s', async (_, moment) => {
    const { folder, project } = await withEvents();
    await opened(folder, async ({ database: { pool }, warehouse: { writer } }) => {
      await pool.query('delete from installation');
      await pool.query('delete from warehouse_counts');
      await writer.command({ query: 'TRUNCATE TABLE installation' });
      const killed = () => Promise.reject(new Error('killed'));
      const check = withMigrationLock(pool, (client) => {
        const query = (text: string, values?: unknown[]) =>
          moment?.test(text) ? killed() : client.query(text, values);
        return checkWarehouse(
          {
            client: Object.create(client, { query: { value: query } }),
            writer: moment ? writer : Object.create(writer, { insert: { value: killed } }),
            log,
          },
          { acceptsLoss: false, now: new Date() },
        );
      });
      await expect(check).rejects.toThrow('killed');
    });
    for (let start = 0; start < 2; start += 1) {
      await opened(folder, async ({ database: { pool }, warehouse: { writer } }) => {
        const { rows: counts } = await pool.query(
          'select project_id, events from warehouse_counts',
        );
        expect(counts).toEqual([{ project_id: project, events: '10' }]);
        const { rows: known } = await pool.query('select id from installation');
        expect(known).toEqual(await rowsOf(writer, 'SELECT id FROM installation'));
        expect(known).toHaveLength(1);
      });
    }
  });
});

describe('a replica of the warehouse that lags behind', () => {
  const lagQuery = 'system.replicas';
  const countQuery = 'count() AS events FROM events';

  /** Checks a warehouse that lags, and lacks one event, for the first so many queries. */
  async function checked(
    { database: { pool }, warehouse: { writer } }: Stores,
    { looks, acceptsLoss = false }: { looks: number; acceptsLoss?: boolean },
  ) {
    let left = looks;
    const lagging = Object.create(writer, {
      query: {
        value: async (options: { query: string }) => {
          if (options.query.includes(lagQuery)) {
            left -= 1;
            return { json: async () => [{ lagging: left >= 0 ? 1 : 0 }] };
          }
          const answer = await writer.query({ ...options, format: 'JSONEachRow' });
          if (!options.query.includes(countQuery) || left < 0) return answer;
          const rows = await answer.json<{ project: number; events: string }>();
          return {
            json: async () =>
              rows.map((row) => ({ ...row, events: String(Number(row.events) - 1) })),
          };
        },
      },
    });
    await withMigrationLock(pool, (client) =>
      checkWarehouse(
        { client, writer: lagging, log },
        { acceptsLoss, now: new Date(), catchUp: looks > 10 ? 0 : 60_000 },
      ),
    );
  }

  const countsIn = async ({ database: { pool } }: Stores) =>
    (await pool.query('select project_id, events from warehouse_counts')).rows;

  it('has time to catch up, and nothing is called lost', async () => {
    const { folder, project } = await withEvents();
    await opened(folder, async (stores) => {
      await checked(stores, { looks: 2 });
      expect(await countsIn(stores)).toEqual([{ project_id: project, events: '10' }]);
    });
    expect(await audited(folder, project)).toEqual([]);
  });

  it.each([false, true])(
    'refuses the start when it does not, also where a loss is accepted: %s',
    async (acceptsLoss) => {
      const { folder, project } = await withEvents();
      await opened(folder, async (stores) => {
        await expect(checked(stores, { looks: 1_000, acceptsLoss })).rejects.toThrow(
          /^A replica of the warehouse lags behind and lacks events that another has: start again/,
        );
        expect(await countsIn(stores)).toEqual([{ project_id: project, events: '10' }]);
      });
      expect(await audited(folder, project)).toEqual([]);
    },
  );

  it('does not stop the start while it has every event', async () => {
    const { folder } = await withEvents();
    await opened(folder, async ({ database: { pool }, warehouse: { writer } }) => {
      const lagging = Object.create(writer, {
        query: {
          value: (options: { query: string }) =>
            options.query.includes(lagQuery)
              ? Promise.resolve({ json: async () => [{ lagging: 1 }] })
              : writer.query(options),
        },
      });
      const options = { acceptsLoss: false, now: new Date(), catchUp: 0 };
      await withMigrationLock(pool, (client) =>
        checkWarehouse({ client, writer: lagging, log }, options),
      );
    });
  });
});

describe('a database that was set back behind the warehouse', () => {
  it('as by a switch to a replica that lagged starts, and nothing is called lost', async () => {
    const { folder, project } = await withEvents();
    await opened(folder, async ({ database: { pool } }) => {
      await pool.query('update warehouse_counts set events = events - 4');
    });
    await opened(folder, nothing);
    expect(await audited(folder, project)).toEqual([]);
  });

  it('that only reads, as a replica does, refuses the start with one sentence', async () => {
    const { folder } = await withEvents();
    await opened(folder, async ({ database: { pool } }) => {
      await pool.query('alter database clickledger set default_transaction_read_only = on');
    });
    await expect(opened(folder, nothing)).rejects.toThrow(
      'The database only reads, as a replica does: set DATABASE_URL to the server that takes changes.',
    );
  });
});

describe('a process of an earlier version that still moves events', () => {
  const refused =
    'A process of an earlier version is still running on these stores: stop every process of it, then start this version.';

  /** Stores in the state of the version before, and a connection that holds the lock of its mover. */
  async function withOlder(
    forget: (stores: Stores) => Promise<unknown>,
    work: (stores: Stores, older: PoolClient) => Promise<void>,
  ): Promise<void> {
    await opened(await installation(), async (stores) => {
      await forget(stores);
      const older = await stores.database.pool.connect();
      expect(await acquireMoverLock(older)).toBe(true);
      await work(stores, older).finally(() => older.release(true));
    });
  }

  const migrated = ({ database: { pool }, warehouse: { writer } }: Stores) =>
    withMigrationLock(pool, (client) =>
      migrateWarehouse(writer, { onOlder: () => excludeOlderMover(client, 0) }),
    );
  const namesIn = ({ warehouse: { writer } }: Stores) =>
    rowsOf(writer, 'SELECT name FROM schema_migrations ORDER BY name');

  it('is not passed by: the tables of the warehouse stay as they are until it has ended', async () => {
    await withOlder(forgetLast, async (stores, older) => {
      const before = await namesIn(stores);
      await expect(migrated(stores)).rejects.toThrow(refused);
      expect(await namesIn(stores)).toEqual(before);
      await older.query('select pg_advisory_unlock_all()');
      await migrated(stores);
      expect((await namesIn(stores)).length).toBe(before.length + 1);
      expect(await acquireMoverLock(older)).toBe(true);
    });
  });

  it('is not passed by: nor do the tables of the database change', async () => {
    await withOlder(forgetLastOfDatabase, async ({ database: { pool } }) => {
      await expect(migrateDatabase(pool)).rejects.toThrow(refused);
    });
  });

  it('is named with the way to end its connection', async () => {
    await withOlder(forgetLast, async (stores, older) => {
      const { rows } = await older.query('select pg_backend_pid() as pid');
      await expect(migrated(stores)).rejects.toThrow(
        `Its connection to the database has the process id ${rows[0]?.pid}; if its host is gone, end the connection with SELECT pg_terminate_backend(${rows[0]?.pid}).`,
      );
    });
  });

  it('is not seen in one of the same version whose last migration a replica has not fetched yet', async () => {
    const unchanged = async () => undefined;
    await withOlder(unchanged, async (stores) => {
      const { writer } = stores.warehouse;
      const before = await namesIn(stores);
      let looks = 0;
      const lagging = Object.create(writer, {
        query: {
          value: async (options: Parameters<typeof writer.query>[0]) => {
            const answer = await writer.query({ ...options, format: 'JSONEachRow' });
            if (!options.query.includes('FROM schema_migrations') || ++looks > 1) return answer;
            const rows = await answer.json<{ name: string }>();
            const last = rows
              .map(({ name }) => name)
              .sort()
              .at(-1);
            return { json: async () => rows.filter(({ name }) => name !== last) };
          },
        },
      });
      await migrated({ ...stores, warehouse: { ...stores.warehouse, writer: lagging } });
      expect(looks).toBe(2);
      expect(await namesIn(stores)).toEqual(before);
    });
  });

  it('of the same version does not stop the start', async () => {
    const unchanged = async () => undefined;
    await withOlder(unchanged, async (stores) => {
      await migrated(stores);
      await migrateDatabase(stores.database.pool);
    });
  });
});

describe('a database that is older than its warehouse', () => {
  it('gives a new project no id that the warehouse has rows of', async () => {
    const folder = await installation();
    const before = await opened(folder, async (stores) => {
      const { pool } = stores.database;
      const [first, second] = [await addProject(pool), await addProject(pool)];
      await storeInInbox(pool, [purchase(first.id)], [cost(second.id)]);
      await settled(stores);
      // The state of a backup from before the projects.
      await pool.query('delete from projects where id = any($1)', [[first.id, second.id]]);
      await pool.query('delete from warehouse_counts');
      await pool.query("select setval('projects_id_seq', 1, false)");
      return [first.id, second.id];
    });
    const after = await opened(folder, async ({ database: { pool } }) => [
      (await addProject(pool)).id,
      (await addProject(pool)).id,
    ]);
    expect(Math.min(...after)).toBeGreaterThan(Math.max(...before));
  });

  it('that is new gives none either, once the operator goes on with it', async () => {
    const { folder, project } = await withEvents();
    await rm(join(folder, 'postgres'), { recursive: true });
    await expect(opened(folder, nothing)).rejects.toThrow('belongs to another installation');
    const after = await opened(
      folder,
      async ({ database: { pool } }) => (await addProject(pool)).id,
      { ACCEPT_LOSS: '1' },
    );
    expect(after).toBeGreaterThan(project);
  });
});

it.each([
  [
    'without a table',
    async (folder: string) =>
      opened(folder, async ({ warehouse: { writer } }) => {
        await writer.command({ query: 'DROP TABLE events SYNC' });
      }),
    /^The warehouse lacks a table: .*\. If the server of CLICKHOUSE_URL is a replica that was added later, create the tables there that another replica has, or set CLICKHOUSE_URL to that one\. Otherwise restore both stores from one backup\.$/,
  ],
  [
    'with a part whose bytes changed',
    async (folder: string) => {
      const paths = await opened(folder, async ({ warehouse: { writer } }) =>
        rowsOf<{ path: string }>(
          writer,
          `SELECT path FROM system.parts WHERE active AND table = 'schema_migrations'`,
        ),
      );
      for (const { path } of paths) {
        const bytes = readFileSync(join(path, 'data.bin'));
        writeFileSync(join(path, 'data.bin'), bytes.fill(0, Math.floor(bytes.length / 2)));
      }
    },
    /^The warehouse is damaged: .*\. Restore both stores from one backup\.$/,
  ],
] as const)(
  'a start on a warehouse %s is refused with its own sentence',
  async (_, harm, refused) => {
    const { folder } = await withEvents();
    await harm(folder);
    await expect(opened(folder, nothing)).rejects.toThrow(refused);
  },
);

it('a start with a damaged table of the database is refused with one sentence', async () => {
  const folder = await installation();
  const file = await opened(folder, async ({ database: { pool } }) => {
    const { rows } = await pool.query<{ path: string }>(
      `select pg_relation_filepath('installation') as path`,
    );
    return rows[0]?.path ?? '';
  });
  writeFileSync(join(folder, 'postgres', file), Buffer.alloc(8_192, 0xff));
  await expect(opened(folder, nothing)).rejects.toThrow(
    /^The database is damaged: .*\. Restore both stores from one backup\.$/,
  );
});

it('a database that cannot be migrated leaves the warehouse as it was', async () => {
  const folder = await installation();
  const names = 'SELECT name FROM schema_migrations ORDER BY name';
  const before = await opened(folder, async (stores) => {
    // The first one cannot run a second time, because its tables are there.
    await stores.database.pool.query('delete from drizzle.__drizzle_migrations');
    await forgetLast(stores);
    return rowsOf(stores.warehouse.writer, names);
  });
  await expect(opened(folder, nothing)).rejects.toThrow('Failed query');
  const { writer } = await startWarehouse(await openTemporary(folder));
  expect(await rowsOf(writer, names)).toEqual(before);
});

describe('a start on the stores of a newer version', () => {
  it.each([
    [
      'database',
      ({ database: { pool } }: Stores) =>
        pool.query(
          `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
        ),
      /The database has 1 migrations that this version does not know: start the newer version/,
    ],
    [
      'warehouse',
      ({ warehouse: { writer } }: Stores) =>
        writer.command({
          query: `INSERT INTO schema_migrations (name, checksum) VALUES ('9999-newer.sql', '')`,
        }),
      /The warehouse has the migration 9999-newer\.sql, which this version does not know/,
    ],
  ] as const)('is refused: %s', async (_, change, sentence) => {
    const folder = await installation();
    await opened(folder, async (stores) => {
      await change(stores);
    });
    await expect(opened(folder, nothing)).rejects.toThrow(sentence);
  });
});

it('a start that is refused leaves no tables of the queue', async () => {
  const folder = await installation();
  await opened(folder, async ({ database: { pool }, warehouse: { writer } }) => {
    await pool.query('drop schema pgboss cascade');
    await writer.command({
      query: `INSERT INTO schema_migrations (name, checksum) VALUES ('9999-newer.sql', '')`,
    });
  });
  await expect(opened(folder, nothing)).rejects.toThrow('9999-newer.sql');
  const { pool } = await startDatabase(await openTemporary(folder));
  const { rows } = await pool.query(`select to_regnamespace('pgboss') as queue`);
  expect(rows).toEqual([{ queue: null }]);
});

it('processes that start at once on the same stores migrate them one after the other', async () => {
  const folder = await installation();
  await opened(folder, async ({ database, warehouse: { writer } }) => {
    const tables = await rowsOf<{ name: string }>(writer, 'SHOW TABLES');
    for (const { name } of tables) await writer.command({ query: `DROP TABLE ${name} SYNC` });
    let under = 0;
    let most = 0;
    const migrating = () =>
      withMigrationLock(database.pool, async () => {
        under += 1;
        most = Math.max(most, under);
        await migrateWarehouse(writer);
        under -= 1;
      });
    await Promise.all([migrating(), migrating(), migrating()]);
    expect(most).toBe(1);
    const rows = await rowsOf<{ n: string }>(
      writer,
      'SELECT count() - uniqExact(name) AS n FROM schema_migrations',
    );
    expect(Number(rows[0]?.n)).toBe(0);
  });
});

it('processes that open the same stores at once migrate both under one lock', async () => {
  const database = await startDatabase(await openTemporary(await folderWithDatabase()));
  const engine = await startEngine(await openTemporary(), log);
  onTestFinished(() => engine.stop());
  const { writer, reader } = engine.passwords;
  const address = `127.0.0.1:${await engine.port()}`;
  const settings = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: `http://writer:${writer}@${address}`,
    CLICKHOUSE_READER_URL: `http://reader:${reader}@${address}/clickledger`,
  };
  const folders = await Promise.all([1, 2, 3].map(() => temporaryFolder()));
  const recorded = await Promise.all(
    folders.map((folder) =>
      opened(
        folder,
        (stores) =>
          rowsOf<{ twice: number; names: number }>(
            stores.warehouse.writer,
            `SELECT toUInt32((SELECT count() - uniqExact(name) FROM schema_migrations)) AS twice,
               toUInt32((SELECT uniqExact(id) FROM installation)) AS names`,
          ),
        settings,
      ),
    ),
  );
  expect(recorded).toEqual(folders.map(() => [{ twice: 0, names: 1 }]));
});

describe('CLICKHOUSE_CLUSTER', () => {
  it.each([
    [2, 'names the cluster main with 2 shards, and Clickledger works with one shard'],
    [0, 'names the cluster main, which the server of CLICKHOUSE_URL does not know'],
  ])('with %i shards refuses the start with one sentence', async (shards, sentence) => {
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () =>
        response.end(request.url?.includes('ping') ? 'Ok.\n' : `{"shards":${shards}}\n`),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = { CLICKHOUSE_URL: `http://127.0.0.1:${port}`, CLICKHOUSE_CLUSTER: 'main' };
    const folder = await temporaryFolder();
    await copyTemplate(folder, ['postgres']);
    await expect(opened(folder, nothing, settings)).rejects.toThrow(sentence);
  });
});
