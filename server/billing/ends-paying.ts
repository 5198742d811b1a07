import { eq } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import { projects } from '../database/schema.ts';

/** Whether its deletion has ended what it pays, so that keeping it lets that go on. */
export async function keepEndsPaying(
  connection: Connection,
  id: number,
  endsPaying: boolean,
): Promise<void> {
  await orm(connection).update(projects).set({ endsPaying }).where(eq(projects.id, id));
}
