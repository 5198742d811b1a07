import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Role } from '#contract/accounts/roles.ts';
import { createAccessRecheck } from '#server/access/recheck-access.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { affiliateRoutes } from '#server/affiliates/routes.ts';
import { readHolder } from '#server/api-tokens/repository.ts';
import { pixelRoutes } from '#server/master-pixels/project-event-routes.ts';
import { offerIdRoutes } from '#server/offers/offer-id-routes.ts';
import { idempotency } from '#server/plugins/idempotency.ts';
import { projectDeletionRoutes } from '#server/projects/deletion-routes.ts';
import { addMember } from '#server/projects/repository.ts';
import { projectRoutes } from '#server/projects/routes.ts';
import { noStatistics, type Statistics } from '#server/projects/statistics.ts';
import { createMailbox } from '#tests/support/mailbox.ts';

export const start = new Date('2026-11-20T12:00:00.000Z');
const password = 'correct horse battery';
const hasher = createHasher();

const recheckAccessOf = (now: () => Date) =>
  createAccessRecheck((token, connection) => readHolder(connection, token, now()));

/** The routes of this folder, as modules for `startApp`. */
export const projectModules = (
  pool: pg.Pool,
  {
    statistics = noStatistics,
    collectKeyRotated = () => undefined,
    now = () => start,
  }: {
    statistics?: Statistics;
    collectKeyRotated?: (id: number) => void;
    now?: () => Date;
  } = {},
) => [
  (app: FastifyInstance) =>
    projectRoutes(app, {
      pool,
      statistics,
      now,
      collectKeyRotated,
      idempotent: idempotency({ pool, now }),
      afterCompany: 'payment',
      recheckAccessOf: recheckAccessOf(now),
    }),
  (app: FastifyInstance) =>
    projectDeletionRoutes(app, {
      pool,
      statistics,
      now,
      mailer: createMailbox(),
      publicUrl: () => 'https://ledger.test',
      paying: { end: async () => false, resume: async () => undefined },
      recheckAccessOf: recheckAccessOf(now),
    }),
  (app: FastifyInstance) => affiliateRoutes(app, { pool, statistics, now }),
  (app: FastifyInstance) =>
    pixelRoutes(app, { pool, statistics, publicUrl: () => 'https://ledger.test' }),
  (app: FastifyInstance) => offerIdRoutes(app, { pool, statistics, now }),
];

export type SignedInUser = { id: number; email: string; token: string };

/** An account with an open session. */
export async function createSignedInUser(pool: pg.Pool, email: string): Promise<SignedInUser> {
  const user = await createUser(pool, hasher, { email, password });
  const token = await openSession(pool, user.id, { now: start, userAgent: 'test' });
  return { id: user.id, email, token };
}

export async function createMember(
  pool: pg.Pool,
  projectId: number,
  role: Role,
  affiliateIds: readonly number[] = [],
): Promise<SignedInUser> {
  const person = await createSignedInUser(
    pool,
    `${role}.${projectId}.${crypto.randomUUID()}@people.test`,
  );
  await addMember(pool, projectId, person.id, role, affiliateIds);
  return person;
}

/** Calls the API as a person. */
export const apiCaller =
  (app: FastifyInstance) =>
  (
    { token }: SignedInUser,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(payload ? { payload } : {}),
    });
