import type pg from 'pg';
import type { TokenScope } from '#contract/api-tokens/schemas.ts';
import type { Access } from '../access/access.ts';
import { digestOf, isSecret } from '../accounts/secret.ts';
import { readAccess, readMemberships } from '../accounts/sessions.ts';
import { type Author, recordAuditEntry } from '../audit/audit-log.ts';
import { type Connection, inTransaction, within } from '../database/orm.ts';

const day = 86_400_000;
/** How old the stored time of last use may get before a request renews it. */
const noteEvery = 60_000;

export type ApiTokenRow = {
  id: number;
  project: number;
  name: string;
  scopes: TokenScope[];
  start: string;
  creator: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date;
};

const selected = `
  select token.id, token.project_id as project, token.name, token.scopes, token.token_start as start,
    coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as creator,
    token.created_at, token.last_used_at, token.expires_at
  from api_tokens token join users u on u.id = token.user_id`;

/** Tokens that are not revoked, the latest first. */
export async function readApiTokens(
  connection: Connection,
  project: number,
): Promise<ApiTokenRow[]> {
  const { rows } = await connection.query<ApiTokenRow>(
    `${selected} where token.project_id = $1 and token.revoked_at is null order by token.id desc`,
    [project],
  );
  return rows;
}

export async function findApiToken(
  connection: Connection,
  id: number,
): Promise<ApiTokenRow | null> {
  const { rows } = await connection.query<ApiTokenRow>(`${selected} where token.id = $1`, [id]);
  return rows[0] ?? null;
}

export type NewToken = {
  project: number;
  name: string;
  scopes: readonly TokenScope[];
  days: number;
};
export type TokenChange = { userId: number; author: Author; now: Date };

export async function createApiToken(
  connection: Connection,
  token: string,
  { project, name, scopes, days }: NewToken,
  { userId, author, now }: TokenChange,
): Promise<number> {
  return within(connection, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into api_tokens (project_id, user_id, name, scopes, token_hash, token_start, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        project,
        userId,
        name,
        scopes,
        digestOf(token),
        token.slice(0, 8),
        now,
        new Date(now.getTime() + days * day),
      ],
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('The token was not created.');
    const details = { scopes, days };
    await recordAuditEntry(client, author, now, {
      action: 'api-token.created',
      project,
      target: name,
      details,
    });
    return id;
  });
}

/** Revoking a revoked token changes nothing. */
export async function revokeApiToken(
  pool: pg.Pool,
  { id, project, name }: ApiTokenRow,
  { author, now }: TokenChange,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update api_tokens set revoked_at = $2 where id = $1 and revoked_at is null',
      [id, now],
    );
    if (rowCount === 0) return;
    await recordAuditEntry(client, author, now, {
      action: 'api-token.revoked',
      project,
      target: name,
    });
  });
}

/** The present access of a token: a person's session or an API token. */
export const readHolder = (
  connection: Connection,
  token: string,
  now: Date,
): Promise<Access | null> =>
  isSecret('ca', token) ? readMachine(connection, token, now) : readAccess(connection, token, now);

type MachineRow = {
  id: number;
  user_id: number;
  project_id: number;
  name: string;
  scopes: TokenScope[];
  last_used_at: Date | null;
};

/** An API token has the role of its creator in one project, limited by its scopes. */
async function readMachine(
  connection: Connection,
  token: string,
  now: Date,
): Promise<Access | null> {
  const { rows } = await connection.query<MachineRow>(
    `select id, user_id, project_id, name, scopes, last_used_at from api_tokens
     where token_hash = $1 and expires_at > $2 and revoked_at is null`,
    [digestOf(token), now],
  );
  const [row] = rows;
  if (!row) return null;
  const memberships = await readMemberships(connection, row.user_id);
  const own = memberships.filter(({ projectId }) => projectId === row.project_id);
  if (own.length === 0) return null;
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() >= noteEvery) {
    await connection.query('update api_tokens set last_used_at = $2 where id = $1', [row.id, now]);
  }
  const { name, scopes } = row;
  return {
    userId: row.user_id,
    isSuperuser: false,
    isDebug: false,
    memberships: own,
    token: { name, scopes },
  };
}
