import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import type { User as UserAnswer } from '#contract/accounts/user.ts';
import { zoneOf } from '#contract/time-zone.ts';
import { requiredToken } from '../access/authentication.ts';
import { type AuditEvent, authorOf, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction, isDuplicate } from '../database/orm.ts';
import { cleanImage } from '../images/clean-image.ts';
import { replaceImage } from '../images/repository.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailContent } from '../mail/render-mail.ts';
import { invalid, notFound, tooManyAttempts } from '../platform/refusal.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { addressChangedMail, newAddressMail, takenAddressMail } from './account-mails.ts';
import type { AnonymousLimits } from './anonymous-limits.ts';
import { confirmPassword } from './confirm-password.ts';
import { storeVerification } from './email-verifications.ts';
import type { Hasher } from './hasher.ts';
import type { LoginLimits } from './login-limits.ts';
import { personResponse } from './person-response.ts';
import { addressTaken } from './registration-routes.ts';
import { endOtherSessions, endSession, readSessions } from './sessions.ts';
import { changeUser, findUserByEmail, lockUser, readUser, setEmail, type User } from './users.ts';

export type UserDependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  limits: LoginLimits;
  anonymousLimits: AnonymousLimits;
  mailer: Mailer;
  now: () => Date;
  publicUrl: () => string;
  verifiesEmail: boolean;
};

type Asking = Pick<MemberCall<never>, 'access' | 'request'>;

/** Routes by which people change their own account and see their sessions. */
export function userRoutes(
  app: FastifyInstance,
  {
    pool,
    hasher,
    limits,
    anonymousLimits,
    mailer,
    now,
    publicUrl,
    verifiesEmail,
  }: UserDependencies,
): void {
  serve(
    app,
    accountEndpoints.changeUser,
    async (call) => {
      const { access, params, body, request } = call;
      const { id } = params;
      const user = id === access.userId ? await readUser(pool, id) : null;
      if (!user) throw notFound();
      const { email, current_password: password, image, ...rest } = body;
      const picture = request.upload ? await cleanImage(request.upload) : image;
      if (email !== undefined && email !== user.email) {
        if (password === undefined) {
          throw invalid('current_password', 'Enter your password to change your address.');
        }
        const credentials = { password, address: request.ip, field: 'current_password' };
        await confirmPassword({ hasher, limits }, user, credentials);
        await changeEmail(user, email, call);
      }
      const changed = await inTransaction(pool, async (client) => {
        const before = await lockUser(client, id);
        const after = await changeUser(client, before, {
          firstName: rest.first_name,
          lastName: rest.last_name,
          phone: rest.phone,
          timezone: rest.timezone,
          locale: rest.locale,
          emailNotifications: rest.email_notifications,
          ...(picture === undefined
            ? {}
            : { image: await replaceImage(client, before.image, picture) }),
        });
        const changed = [...Object.keys(rest), ...(picture === undefined ? [] : ['image'])];
        if (changed.length > 0) {
          const about = { user: id, target: after.email, details: { changed } };
          await recordAudit(client, call, { action: 'account.changed', ...about });
        }
        return after;
      });
      return userAnswer(changed);
    },
    { file: 'image' },
  );

  /** Whether another address has an account is not revealed, as at sign-up. */
  async function changeEmail({ id, email: former }: User, email: string, caller: Asking) {
    const wait = await anonymousLimits.signUp(caller.request.ip);
    if (wait > 0) throw tooManyAttempts(wait);
    if (verifiesEmail) {
      const known = await findUserByEmail(pool, email);
      const token = await storeVerification(pool, { email, userId: id }, now());
      if (known) await tellOwner(email);
      else await post(newAddressMail(email, publicUrl(), token));
      return;
    }
    try {
      await inTransaction(pool, async (client) => {
        await setEmail(client, id, email);
        const details = { changed: ['email'], before: former };
        await recordAudit(client, caller, {
          action: 'account.changed',
          user: id,
          target: email,
          details,
        });
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await tellOwner(email);
      throw addressTaken();
    }
    mailer.post(addressChangedMail(former));
  }

  async function tellOwner(email: string): Promise<void> {
    await post(takenAddressMail(email, publicUrl()));
  }

  /** The address may belong to another person. */
  async function post(letter: MailContent): Promise<void> {
    if ((await anonymousLimits.mail(letter.to)) === 0) mailer.post(letter);
  }

  serve(app, accountEndpoints.listSessions, async ({ access, request }) => {
    const sessions = await readSessions(pool, access.userId, requiredToken(request), now());
    return sessions.map(({ id, current, userAgent, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      current,
      user_agent: userAgent,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    }));
  });

  const recordAudit = (
    client: pg.PoolClient,
    { access, request }: Asking,
    auditEvent: AuditEvent,
  ) => recordAuditEntry(client, authorOf(access, request), now(), auditEvent);

  async function ending(
    caller: Asking,
    details: Record<string, unknown>,
    end: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void> {
    const user = await readUser(pool, caller.access.userId);
    if (!user) throw notFound();
    await inTransaction(pool, async (client) => {
      await end(client);
      const about = { user: user.id, target: user.email, details };
      await recordAudit(client, caller, { action: 'session.ended', ...about });
    });
  }

  serve(app, accountEndpoints.endSession, async (call) => {
    const { access, params } = call;
    await ending(call, { session: params.id }, async (client) => {
      if (!(await endSession(client, access.userId, params.id))) throw notFound();
    });
    return 'Signed out.';
  });

  serve(app, accountEndpoints.endOtherSessions, async (call) => {
    const { access, request } = call;
    await ending(call, { session: 'all others' }, (client) =>
      endOtherSessions(client, access.userId, requiredToken(request)),
    );
    return 'Signed out everywhere else.';
  });
}

const userAnswer = (user: User): UserAnswer => ({
  ...personResponse(user),
  timezone: user.timezone === null ? null : zoneOf(user.timezone),
  locale: user.locale,
  email_notifications: user.emailNotifications,
});
