import { eq } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import { projects } from '../database/schema/projects.ts';

/** Stores whether a project's deletion ended its subscription, so that restoring the project resumes it. */
export async function setDeletionEndedSubscription(
  connection: Connection,
  id: number,
  hasEnded: boolean,
): Promise<void> {
  await orm(connection).update(projects).set({ endsPaying: hasEnded }).where(eq(projects.id, id));
}
