import type pg from 'pg';

/** Any numbers, the same in every process that works on one database. */
const MOVER = 4_017_226;
const TURN = 4_017_227;

/** Makes this connection's owner the one mover; false while another is it. It ends with the connection. */
export async function becomeMover(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [MOVER],
  );
  return rows[0]?.mine === true;
}

/**
 * Does a piece of work that gives out versions: such pieces run one after the other, in any process, so that what was
 * read for a later version is never older than what was read for an earlier one.
 */
export async function inTurn<Result>(
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
