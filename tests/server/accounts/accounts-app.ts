import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import type pino from 'pino';
import { authentication } from '#server/access/authentication.ts';
import { createAnonymousLimits } from '#server/accounts/anonymous-limits.ts';
import type { Hasher } from '#server/accounts/hasher.ts';
import { loginLimits } from '#server/accounts/login-limits.ts';
import { passwordRoutes } from '#server/accounts/password-routes.ts';
import { registrationRoutes } from '#server/accounts/registration-routes.ts';
import { accountRoutes } from '#server/accounts/routes.ts';
import { sessionRoutes } from '#server/accounts/session-routes.ts';
import { readAccess } from '#server/accounts/sessions.ts';
import { type SignUpRule, signUpGate } from '#server/accounts/sign-up-gate.ts';
import { userRoutes } from '#server/accounts/user-routes.ts';
import { verificationRoutes } from '#server/accounts/verification-routes.ts';
import { imageRoutes } from '#server/images/routes.ts';
import { createAttempts } from '#server/limits/attempts.ts';
import { appOf } from '#tests/support/app.ts';
import { createMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { silent } from '#tests/support/stores.ts';
import { type Clock, stoppedClock } from './test-app.ts';

export const password = 'correct horse battery';
export const otherPassword = 'purple monkey dishwasher';

/** Instant hashes that are counted: the real ones have tests of their own. */
export function countingHasher(): Hasher & { count: number } {
  const counting = {
    count: 0,
    async hash(text: string) {
      counting.count += 1;
      return `hashed ${Buffer.from(text).toString('hex')}`;
    },
    async verify(stored: string | null, text: string) {
      counting.count += 1;
      return stored === `hashed ${Buffer.from(text).toString('hex')}`;
    },
  };
  return counting;
}

export type RequestOptions = {
  body?: object;
  token?: string | null;
  address?: string;
  headers?: Record<string, string>;
};

export type AccountsApp = {
  app: FastifyInstance;
  mailbox: Mailbox;
  clock: Clock;
  request(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    options?: RequestOptions,
  ): ResponsePromise;
  /** Signs a new person up and returns them. */
  signUp(email?: string): Promise<{ id: number; email: string; token: string }>;
};
type ResponsePromise = Promise<LightMyRequestResponse>;

let networks = 0;
/** An address in a network of its own, so that no test uses up the limit of another. */
export const freshAddress = (): string => {
  networks += 1;
  return `10.${Math.floor(networks / 250) % 250}.${networks % 250}.7`;
};

let people = 0;
export const freshEmail = (): string => {
  people += 1;
  return `person-${people}@people.test`;
};

export const registration = (email: string, changes: object = {}) => ({
  email,
  password,
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: '+13125550123',
  ...changes,
});

/** The app with all account routes. */
export async function startAccountsApp(
  pool: pg.Pool,
  {
    verifiesEmail = false,
    rule = 'open',
    hasher = countingHasher(),
    log = silent,
    limitsPool = pool,
  }: {
    verifiesEmail?: boolean;
    rule?: SignUpRule;
    hasher?: Hasher;
    log?: pino.Logger;
    /** Where attempts are counted, for tests that look at all other statements. */
    limitsPool?: pg.Pool;
  } = {},
): Promise<AccountsApp> {
  const clock = stoppedClock();
  const { now } = clock;
  const milliseconds = () => now().getTime();
  const mailbox = createMailbox();
  const attempts = createAttempts({ pool: limitsPool, now });
  const limits = loginLimits(attempts, milliseconds);
  const anonymousLimits = createAnonymousLimits({ signUpsPerHour: 5, attempts });
  const publicUrl = () => 'https://ledger.test';
  const gate = signUpGate(pool, rule);
  const shared = { pool, hasher, limits, anonymousLimits, mailer: mailbox, now, publicUrl };
  const app = await appOf(
    [
      (one) => authentication(one, { readAccess: (token) => readAccess(pool, token, now()) }),
      (one) => accountRoutes(one, shared),
      (one) => registrationRoutes(one, { ...shared, signUp: { gate, verifiesEmail } }),
      (one) => verificationRoutes(one, { ...shared, signUp: { gate } }),
      (one) => passwordRoutes(one, shared),
      (one) => userRoutes(one, { ...shared, verifiesEmail }),
      (one) => sessionRoutes(one, shared),
      (one) => imageRoutes(one, { pool }),
    ],
    { log },
  );

  const request: AccountsApp['request'] = (method, path, options = {}) =>
    app.inject({
      method,
      url: `/api/v1/${path}`,
      remoteAddress: options.address ?? freshAddress(),
      headers: {
        ...options.headers,
        ...(options.token ? { authorization: `Token ${options.token}` } : {}),
      },
      ...(options.body ? { payload: options.body } : {}),
    });

  return {
    app,
    mailbox,
    clock,
    request,
    async signUp(email = freshEmail()) {
      const answer = await request('POST', 'registration/', { body: registration(email) });
      if (answer.statusCode === 201) return answer.json();
      const token = mailbox.secretFor(email);
      return (await request('POST', 'verify-email/', { body: { token, password } })).json();
    },
  };
}

/** The parts of an answer that do not naturally differ between calls. */
export function comparable({ statusCode, headers, body }: LightMyRequestResponse) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

/** The same pool, recording its statements. */
export function recordStatements(pool: pg.Pool): { pool: pg.Pool; statements: string[] } {
  const statements: string[] = [];
  const textOf = (options: unknown) =>
    typeof options === 'string' ? options : String(Object(options).text ?? options);
  const recording = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(one, key) {
        const value: unknown = Reflect.get(one, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (key === 'query') statements.push(textOf(args[0]));
          const answer: unknown = Reflect.apply(value, one, args);
          return key === 'connect' ? Promise.resolve(answer as object).then(recording) : answer;
        };
      },
    });
  return { pool: recording(pool), statements };
}
