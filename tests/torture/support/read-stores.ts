import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import pino from 'pino';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { parseEnv } from '#server/platform/env.ts';
import { openStores } from '#server/stores.ts';
import type { Installation } from './product.ts';

const timeoutMs = 240_000;

export type AnalyticsReader = {
  rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  query<Row>(query: string): Promise<Row[]>;
};

/** Reads both stores of a stopped product, after its inbox has been moved to the warehouse. */
export async function readStores<Result>(
  { dataDir }: Installation,
  work: (reading: AnalyticsReader) => Promise<Result>,
): Promise<Result> {
  const env = parseEnv({ DATA_DIR: dataDir });
  const log = pino({ level: 'silent' });
  const { database, warehouse, stop } = await openStores(env, log);
  const mover = startMover({ pool: database.pool, warehouse, log, now: () => new Date() });
  try {
    await mover.flush();
    return await work({
      rows: async (sql) => (await database.pool.query(sql)).rows,
      query: async <Row>(query: string) => {
        const result = await warehouse.writer.query({ query, format: 'JSONEachRow' });
        return result.json<Row>();
      },
    });
  } finally {
    await mover.stop();
    await stop();
  }
}

/** Waits until the inbox of a running product has been moved to the warehouse. */
export async function waitUntilMoved({ dataDir }: Installation): Promise<void> {
  const pool = await joinRunningDatabase(dataDir);
  if (!pool) throw new Error('The database of the running product was not found.');
  const end = performance.now() + timeoutMs;
  try {
    for (;;) {
      const { rows } = await pool.query<{ waiting: boolean }>(
        'select exists(select from inbox) as waiting',
      );
      if (rows[0]?.waiting !== true) return;
      if (performance.now() > end) throw new Error('The inbox was not emptied in time.');
      await delay(50);
    }
  } finally {
    await pool.end();
  }
}
