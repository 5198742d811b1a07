import type pg from 'pg';

/** An arbitrary number, the same in every process on one database. */
const RUNS = 4_017_227;

export type RunLock = { release(): Promise<void> };

/**
 * Makes this process the one that runs a job for a project; null while another one does. The lock ends with its
 * connection, so that a killed process leaves none behind.
 */
export async function lockRun(
  pool: pg.Pool,
  { job, project }: { job: string; project: number },
): Promise<RunLock | null> {
  const client = await pool.connect();
  try {
    const key = [RUNS, `${job} ${project}`];
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as mine',
      key,
    );
    if (!rows[0]?.mine) {
      client.release();
      return null;
    }
    return {
      async release() {
        const lost = await client
          .query('select pg_advisory_unlock($1, hashtext($2))', key)
          .then(() => undefined)
          .catch((error: Error) => error);
        client.release(lost);
      },
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
}
