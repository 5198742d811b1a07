import { connectDatabase, type Database } from './database/connect.ts';
import { applyMigrations, withMigrationLock } from './database/migrate.ts';
import { excludeOlderMover } from './database/mover-lock.ts';
import { raiseProjectIds } from './installation/raise-project-ids.ts';
import { damageIn } from './installation/store-damage.ts';
import { checkWarehouse } from './installation/warehouse-check.ts';
import { installQueue } from './jobs/queue.ts';
import { type DataDir, openDataDir } from './platform/data-dir.ts';
import type { Env } from './platform/env.ts';
import type { Log } from './platform/logger.ts';
import { StartProblem } from './platform/start-problem.ts';
import { connectWarehouse, type Warehouse } from './warehouse/connect.ts';
import { migrateWarehouse } from './warehouse/migrate.ts';

export type Stores = {
  dataDir: DataDir;
  database: Database;
  warehouse: Warehouse;
  stop(): Promise<void>;
};

/** Opens and migrates the data directory and both stores. When a step fails, the opened ones are closed again. */
export async function openStores(env: Env, log: Log): Promise<Stores> {
  const opened: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const dataDir = await openDataDir(env.DATA_DIR);
    opened.push(() => dataDir.close());
    const connecting = [
      connectDatabase({ dataDir, databaseUrl: env.DATABASE_URL, log }),
      connectWarehouse({
        dataDir,
        clickhouseUrl: env.CLICKHOUSE_URL,
        clickhouseReaderUrl: env.CLICKHOUSE_READER_URL,
        cluster: env.CLICKHOUSE_CLUSTER,
        log,
      }),
    ] as const;
    for (const one of connecting) {
      one.then(
        (store) => opened.push(() => store.stop()),
        () => undefined,
      );
    }
    await Promise.allSettled(connecting);
    const [database, warehouse] = await Promise.all(connecting);
    await withMigrationLock(database.pool, async (client) => {
      const { writer } = warehouse;
      // One after the other: both use the client, and the first runs a transaction on it.
      await applyMigrations(client);
      await migrateWarehouse(writer, {
        cluster: env.CLICKHOUSE_CLUSTER,
        onOlder: () => excludeOlderMover(client),
      });
      await checkWarehouse(
        { client, writer, log },
        { acceptsLoss: env.ACCEPT_LOSS, now: new Date() },
      );
      await raiseProjectIds(client, writer);
      await installQueue(client);
    });
    return { dataDir, database, warehouse, stop };
  } catch (error) {
    await stop();
    const damage = damageIn(error);
    throw damage === null ? error : new StartProblem(damage);
  }
}
