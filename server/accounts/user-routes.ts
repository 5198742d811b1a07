import type { FastifyInstance } from 'fastify';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import type { User as UserAnswer } from '#contract/accounts/user.ts';
import { zoneOf } from '#contract/time-zone.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { isDuplicate } from '../database/orm.ts';
import { cleanImage } from '../images/clean-image.ts';
import { replaceImage } from '../images/repository.ts';
import type { MailContent } from '../mail/render-mail.ts';
import { invalid, notFound, tooManyAttempts } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { addressChangedMail, newAddressMail, takenAddressMail } from './account-mails.ts';
import { confirmPassword } from './confirm-password.ts';
import { storeVerification } from './email-verifications.ts';
import { addressTaken } from './new-account.ts';
import { personResponse } from './person-response.ts';
import { changeUser, findUserByEmail, lockUser, readUser, setEmail, type User } from './users.ts';

export type UserDependencies = AccountDependencies & { verifiesEmail: boolean };

/** People change their own account. */
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
  const audited = withAudit(pool, now);

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
      const changed = await audited(call, async (client, recordAudit) => {
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
          await recordAudit({ action: 'account.changed', ...about });
        }
        return after;
      });
      return userAnswer(changed);
    },
    { file: 'image' },
  );

  /** Whether another address has an account is not revealed, as at sign-up. */
  async function changeEmail({ id, email: former }: User, email: string, caller: AuditedCall) {
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
      await audited(caller, async (client, recordAudit) => {
        await setEmail(client, id, email);
        const details = { changed: ['email'], before: former };
        await recordAudit({
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
}

const userAnswer = (user: User): UserAnswer => ({
  ...personResponse(user),
  timezone: user.timezone === null ? null : zoneOf(user.timezone),
  locale: user.locale,
  email_notifications: user.emailNotifications,
});
