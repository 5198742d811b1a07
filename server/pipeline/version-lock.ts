import type pg from 'pg';

/** An arbitrary number, the same in every process on one database. */
const TURN = 4_017_227;

/**
 * Serialises work that assigns versions across processes, so that data read for a later version is never older than
 * data read for an earlier one.
 */
export async function withVersionLock<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('select pg_advisory_lock($1)', [TURN]);
  const end = () => client.query('select pg_advisory_unlock($1)', [TURN]);
  try {
    const result = await work();
    await end();
    return result;
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}
