import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import { requiredToken } from '../access/authentication.ts';
import { authorOfUser, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction, isDuplicate } from '../database/orm.ts';
import type { Mailer } from '../mail/mailer.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import { addressChangedMail } from './account-mails.ts';
import { readRegistrant, useVerification } from './email-verifications.ts';
import { firstSession } from './first-session.ts';
import type { Hasher } from './hasher.ts';
import { createAccount } from './new-account.ts';
import { callerOf } from './public-caller.ts';
import { sessionResponse } from './session-response.ts';
import type { SignUpGate } from './sign-up-gate.ts';
import { readUser, setEmail } from './users.ts';

type Dependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  mailer: Mailer;
  now: () => Date;
  signUp: { gate: SignUpGate };
};

/** Mailed links, which open an account or give one its new address. */
export function verificationRoutes(
  app: FastifyInstance,
  { pool, hasher, mailer, now, signUp }: Dependencies,
): void {
  servePublic(app, accountEndpoints.verifyEmail, async ({ body, request }) => {
    const { token, password } = body;
    const caller = await callerOf(request);
    await requireOwnSignUp(token, password);
    const { userId, isNew, formerEmail } = await verify(token, caller?.userId ?? null, request);
    if (formerEmail) mailer.post(addressChangedMail(formerEmail));
    return isNew || !caller
      ? firstSession(pool, userId, { request, now })
      : sessionResponse(pool, caller, requiredToken(request));
  });

  /**
   * A stranger may have signed up with the address, and would know the password of the account that the address's owner
   * opens.
   */
  async function requireOwnSignUp(token: string, password: string | null): Promise<void> {
    const person = await readRegistrant(pool, token, now());
    if (!person) return;
    if (password === null) {
      throw invalid('password', 'Enter the password that you chose when you signed up.');
    }
    if (!(await hasher.verify(person.passwordHash, password))) {
      throw invalid(
        'password',
        'This is not the password of this sign-up. If you did not begin it, start over.',
      );
    }
  }

  async function verify(token: string, caller: number | null, request: FastifyRequest) {
    try {
      return await inTransaction(pool, async (client) => {
        const verification = await useVerification(client, token, { userId: caller, now: now() });
        if (!verification) throw deadLink();
        const { email } = verification;
        if ('person' in verification) {
          const person = { email, ...verification.person };
          const id = await createAccount(client, person, { gate: signUp.gate, request, now });
          return { userId: id, isNew: true, formerEmail: null };
        }
        const { userId } = verification;
        const former = await readUser(client, userId);
        await setEmail(client, userId, email);
        await recordAuditEntry(client, authorOfUser(userId, request), now(), {
          action: 'account.verified',
          user: userId,
          target: email,
          details: { before: former?.email ?? null },
        });
        return { userId, isNew: false, formerEmail: former?.email ?? null };
      });
    } catch (error) {
      throw isDuplicate(error) ? deadLink() : error;
    }
  }
}

const deadLink = () =>
  new Refusal(400, {
    non_field_errors: ['This link no longer works. Sign in, or sign up again.'],
  });
