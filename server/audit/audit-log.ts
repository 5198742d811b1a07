import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import type { Access } from '../access/access.ts';
import { inTransaction } from '../database/orm.ts';
import { prefixOf } from '../platform/network-prefix.ts';
import { aboutPart, actorPart, hashOf } from './hash-chain.ts';
import { sealOf } from './salted-digest.ts';

/** The author of an action: a person, alone or through an API token, or the system. */
export type Author = {
  userId: number | null;
  token: string | null;
  /** The network of the caller; the whole address is stored nowhere. */
  network: string | null;
};

/** The author of what the system does by itself. */
export const systemAuthor: Author = { userId: null, token: null, network: null };

export const authorOf = (access: Access, request: FastifyRequest): Author => ({
  userId: access.userId,
  token: access.token?.name ?? null,
  network: prefixOf(request.ip),
});

/** The author of a call without a session, known by a password or a link. */
export const authorOfUser = (userId: number, request: FastifyRequest): Author => ({
  userId,
  token: null,
  network: prefixOf(request.ip),
});

/** An action in a project or on a user's account. */
export type AuditEvent = {
  action: AuditAction;
  /** The name of the object of the action. Never a secret. */
  target: string;
  details?: Record<string, unknown>;
} & ({ project: number } | { user: number });

/** The caller and the request of an audited action. */
export type AuditedCall = { access: Access; request: FastifyRequest };

/** Records an action as the last statement of its transaction. */
export type RecordAudit = (auditEvent: AuditEvent) => Promise<void>;

/** Runs work in a transaction together with its audit entries. */
export const withAudit =
  (pool: pg.Pool, now: () => Date) =>
  <Result>(
    { access, request }: AuditedCall,
    work: (client: pg.PoolClient, recordAudit: RecordAudit) => Promise<Result>,
  ): Promise<Result> =>
    inTransaction(pool, (client) =>
      work(client, (auditEvent) =>
        recordAuditEntry(client, authorOf(access, request), now(), auditEvent),
      ),
    );

export const chainOf = (about: { project: number } | { user: number }): string =>
  'project' in about ? `project:${about.project}` : `user:${about.user}`;

/**
 * Whether such an entry with these details exists. The caller must hold a lock on the object, so that no entry is added
 * meanwhile.
 */
export async function hasAuditEntry(
  client: pg.PoolClient,
  auditEvent: AuditEvent,
): Promise<boolean> {
  const { rows } = await client.query(
    'select from audit_entries where chain = $1 and action = $2 and details @> $3 limit 1',
    [chainOf(auditEvent), auditEvent.action, JSON.stringify(auditEvent.details ?? {})],
  );
  return rows.length > 0;
}

/**
 * Adds an entry in the transaction of its action, so that neither exists without the other. It comes last in the
 * transaction, because its lock makes others wait.
 */
export const recordAuditEntry = (
  client: pg.PoolClient,
  author: Author,
  at: Date,
  auditEvent: AuditEvent,
): Promise<void> => appendEntry(client, chainOf(auditEvent), author, at, auditEvent);

/** Adds an entry to a chain. */
export async function appendEntry(
  client: pg.PoolClient,
  chain: string,
  { userId, token, network }: Author,
  at: Date,
  { action, target, details = {} }: Pick<AuditEvent, 'action' | 'target' | 'details'>,
): Promise<void> {
  const { rows } = await client.query<{ number: number; hash: Buffer; email: string | null }>(
    `insert into audit_heads (chain, number, hash) values ($1, 0, '')
     on conflict (chain) do update set number = audit_heads.number
     returning number, hash, (select email from users where id = $2) as email`,
    [chain, userId],
  );
  const [last] = rows;
  if (!last) throw new Error('The audit chain has no head.');
  const number = last.number + 1;
  const actor = sealOf(actorPart({ actor_email: last.email, token_name: token, network }));
  const about = sealOf(aboutPart({ target, details }));
  const hash = hashOf(last.hash, {
    chain,
    number,
    at,
    actorId: userId,
    action,
    actorDigest: actor.digest,
    aboutDigest: about.digest,
  });
  await client.query(
    `with written as (
       insert into audit_entries (chain, number, at, actor_id, actor_email, token_name, action, target, details, network,
         hash, actor_salt, actor_digest, about_salt, about_digest)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning chain, number, hash)
     update audit_heads head set number = written.number, hash = written.hash
     from written where head.chain = written.chain`,
    [
      chain,
      number,
      at,
      userId,
      last.email,
      token,
      action,
      target,
      JSON.stringify(details),
      network,
      hash,
      actor.salt,
      actor.digest,
      about.salt,
      about.digest,
    ],
  );
}
