import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import { emailSchema } from '#contract/accounts/session.ts';
import { isAllowed } from '../access/require-capability.ts';
import { inTransaction, isDuplicate } from '../database/orm.ts';
import type { Registrant } from '../database/payloads/registrant.ts';
import { invalid, tooManyAttempts } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { takenAddressMail, verificationMail } from './account-mails.ts';
import { storeVerification } from './email-verifications.ts';
import { firstSession } from './first-session.ts';
import { addressTaken, createAccount, signUpClosed } from './new-account.ts';
import { passwordWeakness } from './password-policy.ts';
import { callerOf } from './public-caller.ts';
import type { SignUpGate } from './sign-up-gate.ts';
import { findUserByEmail } from './users.ts';

export type RegistrationDependencies = Omit<AccountDependencies, 'limits'> & {
  signUp: { gate: SignUpGate; verifiesEmail: boolean };
};

/** Sign-up, and whether an address has an account. */
export function registrationRoutes(
  app: FastifyInstance,
  { pool, hasher, anonymousLimits, mailer, now, publicUrl, signUp }: RegistrationDependencies,
): void {
  servePublic(app, accountEndpoints.register, async ({ body, request, reply }) => {
    if (!(await signUp.gate.isOpen())) throw signUpClosed();
    const { email, password, first_name: firstName, last_name: lastName, phone } = body;
    const weakness = passwordWeakness(password, email);
    if (weakness) throw invalid('password', weakness);
    const wait = await anonymousLimits.signUp(request.ip);
    if (wait > 0) throw tooManyAttempts(wait);

    const passwordHash = await hasher.hash(password);
    const person = { passwordHash, firstName, lastName, phone };
    if (!signUp.verifiesEmail) {
      const userId = await signUpAtOnce(email, person, request);
      return firstSession(pool, userId, { request, now });
    }
    await sendVerification(email, person);
    reply.code(202);
    return { detail: 'We sent you a mail. Follow the link in it to continue.' };
  });

  async function signUpAtOnce(
    email: string,
    person: Registrant,
    request: FastifyRequest,
  ): Promise<number> {
    try {
      const how = { gate: signUp.gate, request, now };
      return await inTransaction(pool, (client) =>
        createAccount(client, { email, ...person }, how),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await tellOwner(email);
      throw addressTaken();
    }
  }

  /**
   * Does the same work for every address: one that has an account gets another mail, and only the mail holds the link.
   * Beyond the limit of mails the call is refused, because earlier mails may have been triggered by another person.
   */
  async function sendVerification(email: string, person: Registrant): Promise<void> {
    const wait = await anonymousLimits.mail(email);
    if (wait > 0) throw tooManyAttempts(wait);
    const known = await findUserByEmail(pool, email);
    const token = await storeVerification(pool, { email, person }, now());
    mailer.post(
      known ? takenAddressMail(email, publicUrl()) : verificationMail(email, publicUrl(), token),
    );
  }

  /** The address may have been typed by a stranger. */
  async function tellOwner(email: string): Promise<void> {
    if ((await anonymousLimits.mail(email)) === 0)
      mailer.post(takenAddressMail(email, publicUrl()));
  }

  /** Strangers get one fixed answer, for which nothing is looked up. */
  servePublic(app, accountEndpoints.userExists, async ({ params: { value }, request }) => {
    const access = await callerOf(request);
    const inviter = access?.memberships.some((one) => isAllowed(one, 'person.look-up')) && access;
    const wait = await (inviter
      ? anonymousLimits.lookUpAs(inviter.userId)
      : anonymousLimits.lookUp(request.ip));
    if (wait > 0) throw tooManyAttempts(wait);
    const email = emailSchema.safeParse(value);
    if (!inviter || !email.success) return { exists: false };
    return { exists: (await findUserByEmail(pool, email.data)) !== null };
  });
}
