import { readPrimaryEvent } from '../attribution/primary-event.ts';
import type { Connection } from '../database/orm.ts';

/** The event that reaches a goal: the one that is named, else that by which the project counts conversions. */
export async function goalEventOf(
  connection: Connection,
  project: number,
  named: string,
): Promise<{ event: string; isPrimary: boolean }> {
  const primary = await readPrimaryEvent(connection, project);
  const event = named === '' ? primary : named;
  return { event, isPrimary: event === primary };
}
