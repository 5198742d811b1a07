import type pg from 'pg';

/** Ends the connection of the database before a statement of a transaction about split tests. */
export function cutAt(pool: pg.Pool, statement: RegExp): { cuts: number; restore: () => void } {
  const cut = { cuts: 0, restore: () => void Reflect.deleteProperty(pool, 'connect') };
  const { connect } = pool;
  Object.assign(pool, {
    async connect(...given: unknown[]): Promise<pg.PoolClient> {
      const client: pg.PoolClient = await Reflect.apply(connect, pool, given);
      // With a callback the pool asks on its own behalf.
      if (given.length > 0) return client;
      let isAboutTests = false;
      const query = async (...asked: unknown[]) => {
        const [first] = asked;
        const text = typeof first === 'string' ? first : String(Object(first).text);
        isAboutTests ||= text.includes('split_tests');
        if (isAboutTests && cut.cuts === 0 && statement.test(text)) {
          cut.cuts += 1;
          const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
          await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        }
        return Reflect.apply(client.query, client, asked);
      };
      return Object.assign(Object.create(client), { query, release: client.release.bind(client) });
    },
  });
  return cut;
}
