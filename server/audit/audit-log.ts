import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import type { Access } from '../access/access.ts';
import { inTransaction } from '../database/orm.ts';
import { prefixOf } from '../platform/network-prefix.ts';
import { type Entry, hashOf } from './hash-chain.ts';

/** Who does something: a person, alone or through an API token of theirs, or nobody. */
export type Author = {
  userId: number | null;
  token: string | null;
  /** The network that asked; a whole address is written nowhere. */
  network: string | null;
};

/** What happens by itself. */
export const itself: Author = { userId: null, token: null, network: null };

export const authorOf = (access: Access, request: FastifyRequest): Author => ({
  userId: access.userId,
  token: access.token?.name ?? null,
  network: prefixOf(request.ip),
});

/** Somebody who is known by another thing than a session: by what they just said or hold. */
export const personOf = (userId: number, request: FastifyRequest): Author => ({
  userId,
  token: null,
  network: prefixOf(request.ip),
});

/** Something that was done in a project, or to somebody's account. */
export type Deed = {
  action: AuditAction;
  /** What it was done to, as people know it. Never a secret. */
  target: string;
  details?: Record<string, unknown>;
} & ({ project: number } | { user: number });

/** Who asks for something, and in which request. */
export type Asking = { access: Access; request: FastifyRequest };

/** Writes a deed down as the last thing of a transaction. */
export type Tell = (deed: Deed) => Promise<void>;

/** Does things in one transaction each, together with what tells of them. */
export const telling =
  (pool: pg.Pool, now: () => Date) =>
  <Result>(
    { access, request }: Asking,
    work: (client: pg.PoolClient, tell: Tell) => Promise<Result>,
  ): Promise<Result> =>
    inTransaction(pool, (client) =>
      work(client, (deed) => record(client, authorOf(access, request), now(), deed)),
    );

export const chainOf = (about: { project: number } | { user: number }): string =>
  'project' in about ? `project:${about.project}` : `user:${about.user}`;

/**
 * Whether it was written down before, with these details among others. Whoever asks has locked what it was done to, so
 * that nobody writes it meanwhile.
 */
export async function isTold(client: pg.PoolClient, deed: Deed): Promise<boolean> {
  const { rows } = await client.query(
    'select from audit_entries where chain = $1 and action = $2 and details @> $3 limit 1',
    [chainOf(deed), deed.action, JSON.stringify(deed.details ?? {})],
  );
  return rows.length > 0;
}

/**
 * Writes it down in the transaction that does it: neither is there without the other. Comes last, as it makes others
 * wait.
 */
export async function record(
  client: pg.PoolClient,
  { userId, token, network }: Author,
  at: Date,
  deed: Deed,
): Promise<void> {
  const chain = chainOf(deed);
  const { rows } = await client.query<{ number: number; hash: Buffer; email: string | null }>(
    `insert into audit_heads (chain, number, hash) values ($1, 0, '')
     on conflict (chain) do update set number = audit_heads.number
     returning number, hash, (select email from users where id = $2) as email`,
    [chain, userId],
  );
  const [last] = rows;
  if (!last) throw new Error('The audit log has no end.');
  const entry: Entry = {
    chain,
    number: last.number + 1,
    at,
    actorId: userId,
    actorEmail: last.email,
    tokenName: token,
    action: deed.action,
    target: deed.target,
    details: deed.details ?? {},
    network,
  };
  const hash = hashOf(last.hash, entry);
  await client.query(
    `with written as (
       insert into audit_entries (chain, number, at, actor_id, actor_email, token_name, action, target, details, network, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning chain, number, hash)
     update audit_heads head set number = written.number, hash = written.hash
     from written where head.chain = written.chain`,
    [
      entry.chain,
      entry.number,
      entry.at,
      entry.actorId,
      entry.actorEmail,
      entry.tokenName,
      entry.action,
      entry.target,
      JSON.stringify(entry.details),
      entry.network,
      hash,
    ],
  );
}
