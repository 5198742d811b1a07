import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import { type Connection, orm } from '../../database/orm.ts';
import { postbackLog } from '../../database/schema/postbacks.ts';

/** Why the last postback of a click was refused; null if none was. */
export async function readRefusal(
  connection: Connection,
  project: number,
  { click, since }: { click: string; since: Date },
): Promise<string | null> {
  const [last] = await orm(connection)
    .select({ message: postbackLog.message })
    .from(postbackLog)
    .where(
      and(
        eq(postbackLog.projectId, project),
        gte(postbackLog.receivedAt, since),
        eq(postbackLog.clickId, click),
        isNotNull(postbackLog.message),
      ),
    )
    .orderBy(desc(postbackLog.id))
    .limit(1);
  return last?.message ?? null;
}
