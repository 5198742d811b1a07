import { storedZone, zoneOf } from '#contract/time-zone.ts';
import type { Access, Membership } from '../access/access.ts';
import { type Connection, within } from '../database/orm.ts';
import { digestOf, isSecret, newSecret } from './secret.ts';

const hour = 3_600_000;
const idleFor = 12 * hour;
export const validFor = 7 * 24 * hour;
const sessionsPerUser = 10;
/** How old the stored time of last use may get before a request renews it. */
const noteEvery = 60_000;

/**
 * Opens a session and answers its token, of which only a digest is stored. Beyond ten sessions, those unused the
 * longest are closed.
 */
export async function openSession(
  connection: Connection,
  userId: number,
  { now, userAgent }: { now: Date; userAgent: string },
): Promise<string> {
  const token = newSecret('cl');
  await within(connection, async (client) => {
    // Two sign-ins at once wait for each other here, so that together they cannot exceed the limit.
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

/** The user of a token and what it may see now; null when the token is not valid. */
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

/** The same without counting as use: an open page that listens must not keep a session alive. */
export async function readAccessQuietly(
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
  memberships: row.memberships.map(withKnownZone),
});

/** Figures of a project with a zone that no clock knows are counted in UTC, as they are stored. */
function withKnownZone(membership: Membership): Membership {
  const { timezone: stored } = membership;
  const known = { ...membership, timezone: storedZone(stored) };
  return zoneOf(stored) === null ? { ...known, unknownZone: stored } : known;
}

/** The memberships of a user as JSON; `user` is the SQL expression of the user's id. */
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

/** The present memberships of a user who was identified without a session. */
export async function readMemberships(
  connection: Connection,
  userId: number,
): Promise<Membership[]> {
  const { rows } = await connection.query<{ memberships: Membership[] }>(
    `select ${membershipsOf('$1')}`,
    [userId],
  );
  return (rows[0]?.memberships ?? []).map(withKnownZone);
}

/** Never moves back in time when two requests arrive at the same moment. */
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

/** The sessions of a user; `token` marks the current one. */
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

/** Answers whether the user had such a session. */
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

/** Ends every session of a user except the one with this token. */
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
