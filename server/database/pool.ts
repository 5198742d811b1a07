import pg from 'pg';

/**
 * A pool that outlives the connections it lends. The driver's own reports only those that rest: one lost in the middle
 * of a transaction tells its error to nobody, which would end the process. `onLost` hears of every one, with the
 * reason, until the pool is told to end.
 */
export function openPool(
  options: pg.PoolConfig,
  onLost: (reason: string) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('connect', (client) =>
    client.on('error', ({ message }) => {
      if (!pool.ending) onLost(message);
    }),
  );
  // What a resting connection reports has been heard above.
  pool.on('error', () => undefined);
  return pool;
}
