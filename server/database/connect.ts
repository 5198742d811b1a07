import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { DataDir } from '../platform/data-dir.ts';
import { type Heartbeat, startHeartbeat } from '../platform/heartbeat.ts';
import type { Log } from '../platform/logger.ts';
import { memoize } from '../platform/memoize.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';
import { openPool } from './pool.ts';
import { createPulse, cutClient, tryNewConnection } from './pulse.ts';

export type Database = {
  url: string;
  pool: pg.Pool;
  /** The process id of the embedded server, null for the server of DATABASE_URL. */
  pid(): number | null;
  /** Whether it does not answer at present. */
  isSilent(): boolean;
  stop(): Promise<void>;
};

type Options = { dataDir: DataDir; databaseUrl?: string | undefined; log: Log };

const name = 'clickledger';

/** Connects to the PostgreSQL of DATABASE_URL, else to an embedded one in DATA_DIR. */
export async function connectDatabase({ dataDir, databaseUrl, log }: Options): Promise<Database> {
  if (databaseUrl) {
    const { pool, clients } = poolOf(databaseUrl, log);
    await reachable(pool);
    const watched = watch(databaseUrl, clients, log, () => undefined);
    const stop = memoize(async () => {
      watched.stop();
      await end(pool);
    });
    return { url: databaseUrl, pool, pid: () => null, isSilent: watched.isSilent, stop };
  }

  const server = await startEmbedded(dataDir, log);
  try {
    const url = urlOf(server, name, name);
    const { pool, clients } = poolOf(url, log);
    await provide(server, pool);
    const watched = watch(url, clients, log, () => server.replace());
    const stop = memoize(async () => {
      watched.stop();
      await end(pool);
      await server.stop();
    });
    return { url, pool, pid: server.pid, isSilent: watched.isSilent, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function poolOf(connectionString: string, log: Log) {
  const clients = new Set<pg.Client>();
  const pool = openPool(
    {
      connectionString,
      max: 20,
      connectionTimeoutMillis: 10_000,
      application_name: name,
      Client: collecting(clients),
    },
    (reason) => log.warn({ reason }, 'lost a database connection'),
  );
  return { pool, clients };
}

/** After this silence waiting statements fail and calls are refused. */
const QUIET = 2_000;
/** After this silence an embedded server is killed and started again. */
const LOST = 8_000;
/** How often a new connection is tried; it costs the server more than a statement on an open one. */
const CONNECT_EVERY = 5_000;
/** How long a new connection may take: with a busy disk the server is slow to begin its process. */
const CONNECT_WITHIN = 10_000;
/** After so long without a new connection the log says so. */
const WITHOUT_CONNECTION = 12_000;
/** After so long an embedded server is replaced, although its open connections are answered. */
const REPLACE_AFTER = 30_000;

/** A class of clients that are in the set from the attempt to connect until their connection ends. */
function collecting(clients: Set<pg.Client>) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  };
}

/** Watches whether the server answers. A silent one holds its connections open: they are cut. */
function watch(
  url: string,
  clients: ReadonlySet<pg.Client>,
  log: Log,
  replace: () => void,
): Heartbeat {
  const pulse = createPulse(url, QUIET);
  const heartbeat = startHeartbeat({
    ask: pulse.ask,
    quietAfter: QUIET,
    onSilence() {
      log.error('the database is silent: its connections are cut');
      for (const client of clients) cutClient(client);
    },
    lostAfter: LOST,
    onLost: replace,
  });
  // Each open connection has a server process of its own, which answers even if the postmaster accepts no new ones.
  const newConnections = startHeartbeat({
    ask: () => tryNewConnection(url, CONNECT_WITHIN),
    every: CONNECT_EVERY,
    quietAfter: WITHOUT_CONNECTION,
    onSilence: () => log.error('the database takes no new connections'),
    lostAfter: REPLACE_AFTER,
    onLost: replace,
  });
  return {
    isSilent: heartbeat.isSilent,
    stop() {
      newConnections.stop();
      heartbeat.stop();
      pulse.stop();
    },
  };
}

/** Gives the app a role that owns its database and is no superuser. */
async function provide(server: EmbeddedServer, pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
    return;
  } catch (error) {
    const missing =
      error instanceof pg.DatabaseError && ['28P01', '3D000'].includes(error.code ?? '');
    if (!missing) throw error;
  }
  const client = new pg.Client({ connectionString: urlOf(server, 'postgres', 'postgres') });
  await client.connect().catch((error: Error) => {
    throw new StartProblem(
      `The database in DATA_DIR refuses the password in DATA_DIR/secrets/postgres: ${error.message}.`,
    );
  });
  try {
    const password = client.escapeLiteral(server.password);
    const role = await client.query('select from pg_roles where rolname = $1', [name]);
    await client.query(
      `${role.rowCount ? 'alter' : 'create'} role ${name} login password ${password}`,
    );
    const database = await client.query('select from pg_database where datname = $1', [name]);
    if (!database.rowCount) await client.query(`create database ${name} owner ${name}`);
  } finally {
    await client.end();
  }
  await pool.query('select 1');
}

function urlOf(server: EmbeddedServer, user: string, database: string): string {
  const host = encodeURIComponent(server.host);
  return `postgresql://${user}:${server.password}@localhost/${database}?host=${host}`;
}

/** The operator's database may be starting at the same moment. */
async function reachable(pool: pg.Pool): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof pg.DatabaseError && error.code !== '57P03') {
        throw new StartProblem(`The database of DATABASE_URL refused the connection: ${reason}.`);
      }
      if (performance.now() > end) {
        throw new StartProblem(`The database of DATABASE_URL does not answer: ${reason}.`);
      }
      await delay(500);
    }
  }
}

/** A query that never ends must not stop the server from shutting down. */
async function end(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), delay(3_000, undefined, { ref: false })]);
}
