import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { saysNotTaken } from './driver-sentences.ts';

/** Whether a statement was not sent because the server took no connection in time. */
export function isWithoutConnection(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isWithoutConnection(error.cause);
  return error instanceof Error && saysNotTaken(error);
}

/**
 * A pool that survives lost connections. The driver's pool reports only errors of idle clients; an error of a client in
 * a transaction would be unhandled and end the process. `onLost` gets the reason of each error until the pool is ended.
 *
 * Every execution is planned for its own parameters and the present size of its tables. The plan that a prepared
 * statement keeps otherwise may come from a time when a table was empty: decision 0054.
 */
export function openPool(
  options: pg.PoolConfig,
  onLost: (reason: string) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    onConnect: (client) => client.query('set plan_cache_mode = force_custom_plan'),
  });
  pool.on('connect', (client) =>
    client.on('error', ({ message }) => {
      if (!pool.ending) onLost(message);
    }),
  );
  // Errors of idle clients were handled above.
  pool.on('error', () => undefined);
  return pool;
}
