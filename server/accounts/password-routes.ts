import type { FastifyInstance } from 'fastify';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import { authorOf, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { prefixOf } from '../platform/network-prefix.ts';
import { invalid, notFound, Refusal, tooManyAttempts } from '../platform/refusal.ts';
import { serve, servePublic } from '../plugins/serve.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { passwordChangedMail, passwordResetMail } from './account-mails.ts';
import { confirmPassword } from './confirm-password.ts';
import { passwordWeakness } from './password-policy.ts';
import { ownerOfReset, resetPassword, storeReset } from './password-resets.ts';
import { openSession } from './sessions.ts';
import { findUserByEmail, readUser, setPasswordHash } from './users.ts';

export function passwordRoutes(
  app: FastifyInstance,
  { pool, hasher, limits, anonymousLimits, mailer, now, publicUrl }: AccountDependencies,
): void {
  /** Every address gets the same answer after the same work; only the mail differs. */
  servePublic(app, accountEndpoints.forgotPassword, async ({ body: { email }, request }) => {
    const wait = await anonymousLimits.reset(request.ip);
    if (wait > 0) throw tooManyAttempts(wait);
    const isMailed = (await anonymousLimits.mail(email)) === 0;
    const user = await findUserByEmail(pool, email);
    const token = await storeReset(pool, email, now());
    if (user && isMailed) mailer.post(passwordResetMail(email, publicUrl(), token));
    return { detail: 'If this address has an account, we sent it a link.' };
  });

  servePublic(
    app,
    accountEndpoints.resetPassword,
    async ({ body: { token, password }, request }) => {
      const user = await ownerOfReset(pool, token, now());
      if (!user) throw deadLink();
      const weakness = passwordWeakness(password, user.email);
      if (weakness) throw invalid('password', weakness);
      const isReset = await resetPassword(pool, token, await hasher.hash(password), {
        now: now(),
        network: prefixOf(request.ip),
      });
      if (!isReset) throw deadLink();
      mailer.post(passwordChangedMail(user.email, publicUrl()));
      return { detail: 'Your password is changed. Sign in with it.' };
    },
  );

  serve(app, accountEndpoints.updatePassword, async ({ access, params: { id }, body, request }) => {
    const user = id === access.userId ? await readUser(pool, id) : null;
    if (!user) throw notFound();
    await confirmPassword({ hasher, limits }, user, {
      password: body.old_password,
      address: request.ip,
      field: 'old_password',
    });
    const weakness = passwordWeakness(body.new_password, user.email);
    if (weakness) throw invalid('new_password', weakness);
    const passwordHash = await hasher.hash(body.new_password);
    await inTransaction(pool, async (client) => {
      await setPasswordHash(client, id, passwordHash);
      const auditEvent = { action: 'password.changed', user: id, target: user.email } as const;
      await recordAuditEntry(client, authorOf(access, request), now(), auditEvent);
    });
    mailer.post(passwordChangedMail(user.email, publicUrl()));
    const userAgent = request.headers['user-agent'] ?? '';
    return { token: await openSession(pool, id, { now: now(), userAgent }) };
  });
}

const deadLink = () =>
  new Refusal(400, {
    non_field_errors: ['This link no longer works. Ask for a new one.'],
  });
