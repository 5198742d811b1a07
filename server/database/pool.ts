import pg from 'pg';

/**
 * A pool that survives lost connections. The driver's pool reports only errors of idle clients; one lost in a
 * transaction would emit an unhandled error and end the process. `onLost` is called for each, with the reason, until
 * the pool is told to end.
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
  // Errors of idle clients were handled above.
  pool.on('error', () => undefined);
  return pool;
}
