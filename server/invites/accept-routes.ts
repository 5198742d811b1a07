import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { inviteEndpoints } from '#contract/invites/endpoints.ts';
import type { AcceptInvite } from '#contract/invites/schemas.ts';
import { tokenOf } from '../access/authentication.ts';
import type { Hasher } from '../accounts/hasher.ts';
import { passwordWeakness } from '../accounts/password-policy.ts';
import { isSecret } from '../accounts/secret.ts';
import { sessionResponse } from '../accounts/session-response.ts';
import { openSession, readAccess } from '../accounts/sessions.ts';
import { findUserByEmail, insertUser, type User } from '../accounts/users.ts';
import { authorOfUser, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction, isDuplicate } from '../database/orm.ts';
import { forbidden, invalid, notFound, Refusal, unauthorized } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import { forgetFailedInviteMail } from './failed-invite-mail.ts';
import {
  findInviteByUid,
  type InviteRow,
  mayStillInvite,
  statusOf,
  useInvite,
} from './repository.ts';

export type AcceptDependencies = { pool: pg.Pool; hasher: Hasher; now: () => Date };

/** Accepting invites: the link of an invite shows it, and only the person it was written to can accept it. */
export function acceptInviteRoutes(
  app: FastifyInstance,
  { pool, hasher, now }: AcceptDependencies,
): void {
  async function openInvite(uid: string): Promise<InviteRow> {
    const invite = isSecret('ci', uid) ? await findInviteByUid(pool, uid) : null;
    if (!invite) throw notFound();
    const status = statusOf(invite, now());
    if (status !== 'pending') throw over(reasons[status]);
    if (!(await mayStillInvite(pool, invite))) throw over(withdrawn);
    return invite;
  }

  servePublic(app, inviteEndpoints.readInvitation, async ({ params: { uid } }) => {
    const invite = await openInvite(uid);
    return {
      email: invite.email,
      role: invite.role,
      projects: invite.projects.map(({ name, image }) => ({ name, image })),
      invited_by: invite.inviter,
      expires_at: invite.expires_at.toISOString(),
      has_account: (await findUserByEmail(pool, invite.email)) !== null,
    };
  });

  servePublic(app, inviteEndpoints.acceptInvite, async ({ params: { uid }, body, request }) => {
    const invite = await openInvite(uid);
    const user = await findUserByEmail(pool, invite.email);
    const caller = tokenOf(request) === null ? null : await request.member();
    if (caller && caller.userId !== user?.id) {
      throw forbidden('This invite was written to another address. Sign out to accept it.');
    }
    if (user && !caller) throw mustSignIn();
    if (user) {
      if (Object.keys(body).length > 0) {
        throw invalid('non_field_errors', 'You have an account: an invite does not change it.');
      }
      await join(invite, user, request);
      await forgetFailedInviteMail(pool, invite.id);
      return answer(tokenOf(request) ?? '');
    }
    const newcomer = await admit(invite, body, request);
    await forgetFailedInviteMail(pool, invite.id);
    const userAgent = request.headers['user-agent'] ?? '';
    return answer(await openSession(pool, newcomer.id, { now: now(), userAgent }));
  });

  async function answer(token: string) {
    const access = await readAccess(pool, token, now());
    if (!access) throw unauthorized();
    return sessionResponse(pool, access, token);
  }

  async function join(invite: InviteRow, user: User, request: FastifyRequest): Promise<void> {
    const by = { author: authorOfUser(user.id, request), now: now() };
    const isTaken = await inTransaction(pool, (client) => useInvite(client, invite, user, by));
    if (!isTaken) throw over(reasons.accepted);
  }

  /** Creates the account and the membership together or not at all. */
  async function admit(
    invite: InviteRow,
    body: AcceptInvite,
    request: FastifyRequest,
  ): Promise<User> {
    const { password, ...person } = whole(body);
    const weakness = passwordWeakness(password, invite.email);
    if (weakness) throw invalid('password', weakness);
    const passwordHash = await hasher.hash(password);
    return inTransaction(pool, async (client) => {
      const about = { email: invite.email, passwordHash, ...person };
      const user = await insertUser(client, about).catch((error) => {
        throw isDuplicate(error) ? mustSignIn() : error;
      });
      const by = { author: authorOfUser(user.id, request), now: now() };
      if (!(await useInvite(client, invite, user, by))) throw over(reasons.accepted);
      const auditEvent = { action: 'account.created', user: user.id, target: user.email } as const;
      await recordAuditEntry(client, by.author, by.now, auditEvent);
      return user;
    });
  }
}

/** The fields of a new person; every missing one is named. */
function whole({ password, first_name: firstName, last_name: lastName, phone }: AcceptInvite) {
  if (password === undefined || firstName === undefined || lastName === undefined) {
    throw new Refusal(400, {
      ...(password === undefined ? { password: ['Choose a password.'] } : {}),
      ...(firstName === undefined ? { first_name: ['Enter your first name.'] } : {}),
      ...(lastName === undefined ? { last_name: ['Enter your last name.'] } : {}),
    });
  }
  return { password, firstName, lastName, phone: phone ?? null };
}

const reasons = {
  accepted: 'This invite was used already.',
  revoked: 'This invite was revoked. Ask for a new one.',
  expired: 'This invite has expired. Ask for a new one.',
};
const withdrawn = 'The sender of this invite may no longer invite people. Ask for a new one.';

const over = (detail: string) => new Refusal(410, { detail });

const mustSignIn = () =>
  new Refusal(401, { detail: 'You have an account already. Sign in to accept this invite.' });
