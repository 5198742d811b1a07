import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StartProblem } from '../platform/start-problem.ts';

/** An arbitrary number, the same in every process on one database. */
const MOVER = 4_017_226;

/** Makes this connection the one mover; false while another is. The lock ends with the connection. */
export async function acquireMoverLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [MOVER],
  );
  return rows[0]?.mine === true;
}

/** A process that was just stopped or killed ends its connections within this time. */
const PATIENCE = 5_000;
const BETWEEN_LOOKS = 100;

/**
 * Takes the mover's lock before tables change. A process of an earlier version that holds it would go on to write
 * rows as the earlier tables had them, and figures would be wrong without an error.
 */
export async function excludeOlderMover(client: pg.ClientBase, patience = PATIENCE): Promise<void> {
  const end = performance.now() + patience;
  while (!(await acquireMoverLock(client))) {
    if (performance.now() > end) {
      throw new StartProblem(
        `A process of an earlier version is still running on these stores: stop every process of it, then start this version. ${await holderOf(client)}`,
      );
    }
    await delay(BETWEEN_LOOKS);
  }
}

/**
 * Which connection holds the lock, and how to end it. If the host of its process lost its power, the database may keep
 * the connection for hours.
 */
async function holderOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ pid: number; address: string | null }>(
    `select pid, host(client_addr) as address from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [MOVER],
  );
  const [holder] = rows;
  if (!holder) return 'Its connection has just ended.';
  const from = holder.address ? ` from ${holder.address}` : '';
  return `Its connection to the database has the process id ${holder.pid}${from}; if its host is gone, end the connection with SELECT pg_terminate_backend(${holder.pid}).`;
}
