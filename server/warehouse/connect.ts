import { Agent } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { DataDir } from '../platform/data-dir.ts';
import type { Log } from '../platform/logger.ts';
import { memoize } from '../platform/memoize.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { StoreAway } from '../platform/store-away.ts';
import { refuseShards } from './cluster-shards.ts';
import { type EmbeddedEngine, startEngine } from './embedded.ts';
import { databaseName, type ReadLimits } from './engine-messages.ts';
import { supportedPlanning } from './query-planning.ts';

export type Warehouse = {
  /** For migrations, the mover and the resolver. */
  writer: ClickHouseClient;
  /** For all queries of people: it cannot write and is limited in time. */
  reader: ClickHouseClient;
  /** The process id of the embedded engine, null for the server of CLICKHOUSE_URL. */
  pid(): number | null;
  stop(): Promise<void>;
};

type Options = {
  dataDir: DataDir;
  clickhouseUrl?: string | undefined;
  /** A user with a read-only profile; without it the same user reads with a read-only setting. */
  clickhouseReaderUrl?: string | undefined;
  cluster?: string | undefined;
  readLimits?: Partial<ReadLimits>;
  log: Log;
};

/** Connects to the ClickHouse of CLICKHOUSE_URL, else to an embedded engine in DATA_DIR. */
export async function connectWarehouse(options: Options): Promise<Warehouse> {
  return options.clickhouseUrl ? server(options.clickhouseUrl, options) : embedded(options);
}

async function embedded({ dataDir, log, readLimits }: Options): Promise<Warehouse> {
  const engine = await startEngine(dataDir, log, readLimits);
  const agents: Agent[] = [];
  const clientOf = (username: 'writer' | 'reader', requestTimeout: number) => {
    const agent = agentOf(engine);
    agents.push(agent);
    return createClient({
      // The agent supplies the port, which changes when the engine is restarted.
      url: 'http://127.0.0.1',
      database: databaseName,
      username,
      password: engine.passwords[username],
      http_agent: agent,
      request_timeout: requestTimeout,
      log: { level: ClickHouseLogLevel.OFF },
    });
  };
  const writer = clientOf('writer', 600_000);
  const reader = clientOf('reader', 60_000);
  return {
    writer,
    reader,
    pid: engine.pid,
    stop: memoize(async () => {
      await engine.stop();
      await Promise.all([writer.close(), reader.close()]);
    }),
  };
}

/** How long a request waits for a restarting engine. */
const RESTART = 10_000;

function agentOf(engine: EmbeddedEngine): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  // Node takes the socket from the callback when none is returned; its types require a returned one.
  agent.createConnection = ((_options, callback) => {
    Promise.race([engine.port(), tooLong()]).then(
      (port) => callback?.(null, connect({ host: '127.0.0.1', port, noDelay: true })),
      (error: Error) => callback?.(error, new Socket()),
    );
  }) as Agent['createConnection'];
  return agent;
}

async function tooLong(): Promise<never> {
  await delay(RESTART, undefined, { ref: false });
  throw new StoreAway('The warehouse engine is not running.');
}

/** A server that streams while it computes can fail after the first rows, and the missing rows would go unnoticed. */
const whole = { wait_end_of_query: 1 } as const;

async function server(url: string, options: Options): Promise<Warehouse> {
  const common = { log: { level: ClickHouseLogLevel.OFF }, application: 'clickledger' };
  await provideDatabase(url, options.cluster);
  const writer = createClient({
    ...common,
    url: withDatabase(url),
    request_timeout: 600_000,
    clickhouse_settings: options.cluster ? { distributed_foreground_insert: 1 } : {},
  });
  const reader = options.clickhouseReaderUrl
    ? createClient({
        ...common,
        url: withDatabase(options.clickhouseReaderUrl),
        clickhouse_settings: whole,
      })
    : createClient({
        ...common,
        url: withDatabase(url),
        request_timeout: 60_000,
        clickhouse_settings: {
          ...whole,
          readonly: '1',
          max_execution_time: options.readLimits?.seconds ?? 5,
          max_result_rows: String(options.readLimits?.resultRows ?? 200_000),
          ...(await supportedPlanning(writer)),
        },
      });
  return {
    writer,
    reader,
    pid: () => null,
    stop: memoize(async () => {
      await Promise.all([writer.close(), reader.close()]);
    }),
  };
}

function withDatabase(url: string): URL {
  const full = new URL(url);
  if (full.pathname === '' || full.pathname === '/') full.pathname = databaseName;
  return full;
}

/** The operator's server may be starting at the same moment. */
async function provideDatabase(url: string, cluster: string | undefined): Promise<void> {
  const name = withDatabase(url).pathname.slice(1);
  const bare = new URL(url);
  bare.pathname = '/';
  const client = createClient({ url: bare, log: { level: ClickHouseLogLevel.OFF } });
  const onCluster = cluster ? ' ON CLUSTER {cluster:Identifier}' : '';
  const end = performance.now() + 30_000;
  try {
    for (;;) {
      const answer = await client.ping();
      if (answer.success) break;
      if (performance.now() > end) {
        throw new StartProblem(`The warehouse of CLICKHOUSE_URL does not answer: ${answer.error}.`);
      }
      await delay(500);
    }
    if (cluster) await refuseShards(client, cluster);
    await client.command({
      query: `CREATE DATABASE IF NOT EXISTS {name:Identifier}${onCluster}`,
      query_params: { name, ...(cluster ? { cluster } : {}) },
    });
  } finally {
    await client.close();
  }
}
