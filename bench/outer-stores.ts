import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import pino from 'pino';
import { connectDatabase } from '#server/database/connect.ts';
import { openDataDir } from '#server/platform/data-dir.ts';
import { connectWarehouse } from '#server/warehouse/connect.ts';
import { startEngine } from '#server/warehouse/embedded.ts';
import { type Running, startServer } from './server.ts';

export type TwoProcesses = {
  readonly servers: readonly [Running, Running];
  pool: pg.Pool;
  warehouse: ClickHouseClient;
  /** Ends the first process and starts it again, over the same stores. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const log = pino({ level: 'warn' });
const key = 'one key for both processes of the bench';

/** Two processes of the product that share one PostgreSQL and one warehouse. */
export async function startTwo(
  folder: string,
  extra: Record<string, string> = {},
): Promise<TwoProcesses> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const dataDir = await openDataDir(join(folder, 'stores'));
    opened.push(() => dataDir.close());
    const database = await connectDatabase({ dataDir, log });
    opened.push(() => database.stop());
    const engine = await startEngine(dataDir, log);
    opened.push(() => engine.stop());
    const address = `127.0.0.1:${await engine.port()}`;
    const { writer, reader } = engine.passwords;
    const clickhouseUrl = `http://writer:${writer}@${address}`;
    const settings = {
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: clickhouseUrl,
      CLICKHOUSE_READER_URL: `http://reader:${reader}@${address}/clickledger`,
      PIXEL_SECRET_KEY: key,
      ANALYTICS_SECRET_KEY: key,
      ...extra,
    };
    const start = async (name: string) => {
      const server = await startServer(join(folder, name), settings);
      opened.push(() => server.stop());
      return server;
    };
    let servers: TwoProcesses['servers'] = [await start('one'), await start('other')];
    const warehouse = await connectWarehouse({ dataDir, clickhouseUrl, log });
    opened.push(() => warehouse.stop());
    return {
      get servers() {
        return servers;
      },
      pool: database.pool,
      warehouse: warehouse.writer,
      async restart() {
        await servers[0].stop();
        servers = [await start('one'), servers[1]];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
