import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** A pool, or the client that holds the transaction. */
export type Connection = pg.Pool | pg.PoolClient;

export const orm = (connection: Connection): NodePgDatabase => drizzle({ client: connection });

/**
 * Runs work on a connection of its own. After an error a transaction that it left open is rolled back before another
 * caller gets the connection; one that does not answer is closed.
 */
export async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs work in a transaction and resolves only when it was committed: after a swallowed error PostgreSQL answers COMMIT
 * with ROLLBACK, which a driver takes for success.
 */
export const inTransaction = <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  onConnection(pool, async (client) => {
    await client.query('begin');
    const result = await work(client);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return result;
  });

/** Runs a part of a transaction; when it fails, only this part is undone. */
export async function withSavepoint<Result>(
  client: pg.PoolClient,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('savepoint part');
  try {
    const result = await work();
    await client.query('release savepoint part');
    return result;
  } catch (error) {
    await client.query('rollback to savepoint part');
    throw error;
  }
}

export const isPool = (connection: Connection): connection is pg.Pool =>
  connection instanceof pg.Pool;

/** Runs work in the connection's open transaction, or in a new one. */
export const within = <Result>(
  connection: Connection,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => (isPool(connection) ? inTransaction(connection, work) : work(connection));

/** Whether a statement failed on a duplicate key; `constraint` limits it to one key. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    cause.code === '23505' &&
    (constraint === undefined || ('constraint' in cause && cause.constraint === constraint))
  );
}
