import pg from 'pg';

/**
 * A pool that survives lost connections. The driver's pool reports only errors of idle clients; an error of a client in
 * a transaction would be unhandled and end the process. `onLost` gets the reason of each error until the pool is ended.
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
