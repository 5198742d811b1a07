import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { accountEndpoints } from '#contract/accounts/endpoints.ts';
import { emailSchema } from '#contract/accounts/session.ts';
import type { Access } from '../access/access.ts';
import { requiredToken, tokenOf } from '../access/authentication.ts';
import { isAllowed } from '../access/require-capability.ts';
import { authorOfUser, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction, isDuplicate } from '../database/orm.ts';
import type { Registrant } from '../database/payloads/registrant.ts';
import type { Mailer } from '../mail/mailer.ts';
import { forbidden, invalid, Refusal, tooManyAttempts } from '../platform/refusal.ts';
import { servePublic } from '../plugins/serve.ts';
import { addressChangedMail, takenAddressMail, verificationMail } from './account-mails.ts';
import type { AnonymousLimits } from './anonymous-limits.ts';
import { readRegistrant, storeVerification, useVerification } from './email-verifications.ts';
import { isFirstAccount } from './first-account.ts';
import type { Hasher } from './hasher.ts';
import { passwordWeakness } from './password-policy.ts';
import { sessionResponse } from './session-response.ts';
import { openSession, readAccess } from './sessions.ts';
import type { SignUpGate } from './sign-up-gate.ts';
import { findUserByEmail, insertUser, readUser, setEmail } from './users.ts';

export type RegistrationDependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  anonymousLimits: AnonymousLimits;
  mailer: Mailer;
  now: () => Date;
  /** Where people reach this installation, without a slash at its end. */
  publicUrl: () => string;
  signUp: { gate: SignUpGate; verifiesEmail: boolean };
};

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
    if (!signUp.verifiesEmail)
      return sessionOf(request, await signUpAtOnce(email, person, request));
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
      return await inTransaction(pool, (client) => create(client, { email, ...person }, request));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await tellOwner(email);
      throw addressTaken();
    }
  }

  /** The first account belongs to the operator. */
  async function create(
    client: pg.PoolClient,
    person: Registrant & { email: string },
    request: FastifyRequest,
  ): Promise<number> {
    const isSuperuser = await isFirstAccount(client);
    if (!isSuperuser && signUp.gate.rule === 'first') throw signUpClosed();
    const { id, email } = await insertUser(client, { ...person, state: 'company', isSuperuser });
    const details = isSuperuser ? { isSuperuser } : {};
    const auditEvent = { action: 'account.created', user: id, target: email, details } as const;
    await recordAuditEntry(client, authorOfUser(id, request), now(), auditEvent);
    return id;
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

  servePublic(app, accountEndpoints.verifyEmail, async ({ body, request }) => {
    const { token, password } = body;
    const caller = await accessIn(request);
    await requireOwnSignUp(token, password);
    const { userId, isNew, formerEmail } = await verify(token, caller?.userId ?? null, request);
    if (formerEmail) mailer.post(addressChangedMail(formerEmail));
    return isNew || !caller
      ? sessionOf(request, userId)
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
          const id = await create(client, { email, ...verification.person }, request);
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

  async function sessionOf(request: FastifyRequest, userId: number) {
    const userAgent = request.headers['user-agent'] ?? '';
    const token = await openSession(pool, userId, { now: now(), userAgent });
    const access = await readAccess(pool, token, now());
    if (!access) throw new Error('A session that was just opened is not there.');
    return sessionResponse(pool, access, token);
  }

  /** Strangers get one fixed answer, for which nothing is looked up. */
  servePublic(app, accountEndpoints.userExists, async ({ params: { value }, request }) => {
    const access = await accessIn(request);
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

/** The caller of a public route; null for a stranger. */
const accessIn = (request: FastifyRequest): Promise<Access | null> =>
  tokenOf(request) === null
    ? Promise.resolve(null)
    : request.member().catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });

const signUpClosed = () => forbidden('Sign-up is closed here. Ask for an invite.');

/** One answer for every reason an address cannot be used. */
export const addressTaken = () =>
  invalid('email', 'This address cannot be used. If it is yours, check your mail.');

const deadLink = () =>
  new Refusal(400, {
    non_field_errors: ['This link no longer works. Sign in, or sign up again.'],
  });
