import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** Where a statement runs: on some connection of the pool, or on the one that holds the transaction. */
export type Connection = pg.Pool | pg.PoolClient;

export const orm = (connection: Connection): NodePgDatabase => drizzle({ client: connection });

/**
 * Runs the work in one transaction and says so only when it was committed: PostgreSQL answers a COMMIT after a
 * swallowed error with ROLLBACK, which a driver takes for success.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs the work in the transaction that the connection holds already, or in one of its own. */
export const within = <Result>(
  connection: Connection,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  connection instanceof pg.Pool ? inTransaction(connection, work) : work(connection);

/** Whether a statement failed because a row with the same key exists; `constraint` narrows it to one key. */
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
