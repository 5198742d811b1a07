import type { Access, Membership } from '../access/access.ts';
import { type Connection, within } from '../database/orm.ts';
import { digestOf, isSecret, newSecret } from './secret.ts';

const hour = 3_600_000;
const idleFor = 12 * hour;
export const validFor = 7 * 24 * hour;
const sessionsPerUser = 10;
/** How old the note of the last use may get before a request renews it. */
const noteEvery = 60_000;

/** Opens a session and answers its token, which is kept nowhere. Beyond ten, those unused the longest are closed. */
export async function openSession(
  connection: Connection,
  userId: number,
  { now, userAgent }: { now: Date; userAgent: string },
): Promise<string> {
  const token = newSecret('cl');
  await within(connection, async (client) => {
    // Of two sign-ins at once the second waits here, so that neither keeps a session too many.
    await client.query('update users set last_seen_at = greatest(last_seen_at, $2) where id = $1', [
      userId,
      now,
    ]);
    await client.query(
      `insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at, user_agent)
       values ($1, $2, $3, $3, $4, $5)`,
      [userId, digestOf(token), now, new Date(now.getTime() + validFor), userAgent.slice(0, 256)],
    );
    await client.query(
      `delete from sessions where user_id = $1 and (expires_at <= $2 or last_used_at <= $3 or id not in
         (select id from sessions where user_id = $1 order by last_used_at desc, id desc limit $4))`,
      [userId, now, new Date(now.getTime() - idleFor), sessionsPerUser],
    );
  });
  return token;
}

type AccessRow = {
  session_id: number;
  user_id: number;
  last_used_at: Date;
  is_superuser: boolean;
  is_debug: boolean;
  memberships: Membership[];
};

/** Who holds this token and what they may see at this moment; null when it opens nothing. */
export async function readAccess(
  connection: Connection,
  token: string,
  now: Date,
): Promise<Access | null> {
  const row = await readSession(connection, token, now);
  if (!row) return null;
  if (now.getTime() - row.last_used_at.getTime() >= noteEvery) {
    await noteUse(connection, row.session_id, now);
  }
  return accessIn(row);
}

/** The same, without counting as a use: nobody stays signed in because a page of theirs listens. */
export async function readPresence(
  connection: Connection,
  token: string,
  now: Date,
): Promise<Access | null> {
  const row = await readSession(connection, token, now);
  return row && accessIn(row);
}

async function readSession(
  connection: Connection,
  token: string,
  now: Date,
): Promise<AccessRow | null> {
  if (!isSecret('cl', token)) return null;
  const { rows } = await connection.query<AccessRow>(accessQuery, [
    digestOf(token),
    now,
    new Date(now.getTime() - idleFor),
  ]);
  return rows[0] ?? null;
}

const accessIn = (row: AccessRow): Access => ({
  userId: row.user_id,
  isSuperuser: row.is_superuser,
  isDebug: row.is_debug,
  memberships: row.memberships,
});

/** What somebody is a member of, as JSON; `user` is an expression that names who. */
const membershipsOf = (user: string) => `
  coalesce((
    select json_agg(json_build_object(
      'projectId', project.id, 'name', project.name, 'slug', project.slug, 'timezone', project.timezone,
      'currency', project.currency, 'role', member.role,
      'affiliates', case when member.role <> 'affiliate' then null else coalesce((
        select json_agg(json_build_object('id', affiliate.id, 'affId', affiliate.aff_id) order by affiliate.id)
        from member_affiliates seen join affiliates affiliate on affiliate.id = seen.affiliate_id
        where seen.user_id = member.user_id and affiliate.project_id = project.id), '[]') end
    ) order by project.id)
    from memberships member join projects project on project.id = member.project_id
    where member.user_id = ${user}), '[]') as memberships`;

const accessQuery = `
  select session.id as session_id, session.user_id, session.last_used_at, u.is_superuser, u.is_debug,
    ${membershipsOf('session.user_id')}
  from sessions session join users u on u.id = session.user_id
  where session.token_hash = $1 and session.expires_at > $2 and session.last_used_at > $3`;

/** For whoever holds another credential than a session: what they are a member of at this moment. */
export async function readMemberships(
  connection: Connection,
  userId: number,
): Promise<Membership[]> {
  const { rows } = await connection.query<{ memberships: Membership[] }>(
    `select ${membershipsOf('$1')}`,
    [userId],
  );
  return rows[0]?.memberships ?? [];
}

/** Never backwards: of two requests at the same moment the later one counts. */
async function noteUse(connection: Connection, sessionId: number, now: Date): Promise<void> {
  await connection.query(
    `with used as (update sessions set last_used_at = $2 where id = $1 and last_used_at < $2 returning user_id)
     update users set last_seen_at = greatest(last_seen_at, $2) where id in (select user_id from used)`,
    [sessionId, now],
  );
}

export async function closeSession(connection: Connection, token: string): Promise<void> {
  await connection.query('delete from sessions where token_hash = $1', [digestOf(token)]);
}

export type SessionRow = {
  id: number;
  current: boolean;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
};

/** Where somebody is signed in; `token` tells which of them asks. */
export async function readSessions(
  connection: Connection,
  userId: number,
  token: string,
  now: Date,
): Promise<SessionRow[]> {
  const { rows } = await connection.query<SessionRow>(
    `select id, token_hash = $2 as current, user_agent as "userAgent", created_at as "createdAt",
       last_used_at as "lastUsedAt", expires_at as "expiresAt"
     from sessions where user_id = $1 and expires_at > $3 and last_used_at > $4
     order by last_used_at desc, id desc`,
    [userId, digestOf(token), now, new Date(now.getTime() - idleFor)],
  );
  return rows;
}

/** Answers whether there was such a session of this person. */
export async function endSession(
  connection: Connection,
  userId: number,
  id: number,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'delete from sessions where id = $1 and user_id = $2',
    [id, userId],
  );
  return rowCount === 1;
}

/** Ends every session of somebody but the one with this token. */
export async function endOtherSessions(
  connection: Connection,
  userId: number,
  token: string,
): Promise<void> {
  await connection.query('delete from sessions where user_id = $1 and token_hash <> $2', [
    userId,
    digestOf(token),
  ]);
}
