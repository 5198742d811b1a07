import type pg from 'pg';
import { primaryEvent } from '../attribution/primary-event.ts';
import { requestRecompute } from '../pipeline/request-recompute.ts';

/**
 * Runs work that may change a project's primary event, under the project's lock. If it changed, all conversions are
 * recomputed; otherwise past and future would use different events.
 */
export async function withAnotherPrimaryEvent(
  client: pg.PoolClient,
  project: number,
  work: () => Promise<void>,
): Promise<void> {
  const before = await read(client, project);
  await work();
  if ((await read(client, project)) !== before) await requestRecompute(client, project);
}

async function read(client: pg.PoolClient, project: number): Promise<string | undefined> {
  const { rows } = await client.query<{ event: string }>(
    `select ${primaryEvent} as event from projects p where p.id = $1`,
    [project],
  );
  return rows[0]?.event;
}
