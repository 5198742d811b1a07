import type pg from 'pg';
import { readPrimaryEvent } from '../attribution/primary-event.ts';
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
  const before = await readPrimaryEvent(client, project);
  await work();
  if ((await readPrimaryEvent(client, project)) !== before) await requestRecompute(client, project);
}
