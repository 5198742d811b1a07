import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Role } from '#contract/accounts/roles.ts';
import { authentication } from '#server/access/authentication.ts';
import { createAccessRecheck } from '#server/access/recheck-access.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { loginLimits } from '#server/accounts/login-limits.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { readHolder } from '#server/api-tokens/repository.ts';
import { apiTokenRoutes } from '#server/api-tokens/routes.ts';
import { auditRoutes } from '#server/audit/routes.ts';
import type { Connection } from '#server/database/orm.ts';
import { acceptInviteRoutes } from '#server/invites/accept-routes.ts';
import { createInviteSending } from '#server/invites/invite-sending.ts';
import { inviteRoutes } from '#server/invites/routes.ts';
import { createAttempts } from '#server/limits/attempts.ts';
import { memberRoutes } from '#server/members/routes.ts';
import { idempotency } from '#server/plugins/idempotency.ts';
import { addMember, createProject } from '#server/projects/repository.ts';
import { appOf } from '#tests/support/app.ts';
import { createMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { silent } from '#tests/support/stores.ts';
import { type Clock, startDatabase, stoppedClock } from '../accounts/test-app.ts';
import { apiCaller, projectModules, type SignedInUser } from '../projects/users.ts';

export const password = 'correct horse battery';
export const url = 'https://ledger.test';

export type Team = {
  app: FastifyInstance;
  pool: pg.Pool;
  clock: Clock;
  mailbox: Mailbox;
  call: ReturnType<typeof apiCaller>;
  /** An account with an open session. */
  person(name: string): Promise<SignedInUser>;
  /** A project with an owner of its own. */
  project(name?: string): Promise<{ id: number; name: string; owner: SignedInUser }>;
  /** A new person in a project. */
  member(project: number, role: Role, affiliates?: readonly number[]): Promise<SignedInUser>;
  affiliate(project: number, affId: string): Promise<number>;
  stop(): Promise<void>;
};

/** All routes about people over a database of its own, with a clock that stands still. */
export async function startTeam({ delivers = true } = {}): Promise<Team> {
  const database = await startDatabase();
  const { pool } = database;
  const clock = stoppedClock();
  const { now } = clock;
  const hasher = createHasher();
  const passwordHash = await hasher.hash(password);
  const instantHasher = { ...hasher, hash: async () => passwordHash };
  const attempts = createAttempts({ pool, now });
  const limits = loginLimits(attempts, () => now().getTime());
  const mailbox = createMailbox({ delivers });
  const accessOf = (token: string, connection: Connection = pool) =>
    readHolder(connection, token, now());
  const recheckAccessOf = createAccessRecheck(accessOf);
  const app = await appOf([
    (one) => authentication(one, { readAccess: accessOf }),
    ...projectModules(pool, { now }),
    (one) =>
      inviteRoutes(one, {
        pool,
        sending: createInviteSending({
          attempts,
          pool,
          mailer: mailbox,
          publicUrl: () => url,
          now,
          log: silent,
          recheckAccessOf,
        }),
        now,
        idempotent: idempotency({ pool, now }),
      }),
    (one) => acceptInviteRoutes(one, { pool, hasher, now }),
    (one) => memberRoutes(one, { pool, hasher, limits, now, recheckAccessOf }),
    (one) => apiTokenRoutes(one, { pool, hasher, limits, now, recheckAccessOf }),
    (one) => auditRoutes(one, { pool, now }),
  ]);
  let people = 0;

  async function person(name: string): Promise<SignedInUser> {
    people += 1;
    const email = `${name}-${people}@people.test`;
    const { id } = await createUser(pool, instantHasher, { email, password, firstName: name });
    return { id, email, token: await openSession(pool, id, { now: now(), userAgent: 'test' }) };
  }

  return {
    app,
    pool,
    clock,
    mailbox,
    person,
    call: apiCaller(app),
    async project(name = 'Acme') {
      const owner = await person('owner');
      const { project } = await createProject(pool, { name, createdBy: owner.id });
      return { id: project.id, name, owner };
    },
    async member(project, role, affiliates = []) {
      const one = await person(role);
      await addMember(pool, project, one.id, role, affiliates);
      return one;
    },
    affiliate: (projectId, affId) => createAffiliate(pool, { projectId, affId, name: affId }),
    async stop() {
      await app.close();
      await database.stop();
    },
  };
}
