import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '#contract/accounts/roles.ts';
import type { SignUpState } from '#contract/billing/schemas.ts';
import type { BillingMode } from '#contract/installation/schemas.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser, flagUser } from '#server/accounts/users.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { addMember } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { createMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { addProject, type Stores, sharedStores, silent } from '#tests/support/stores.ts';
import { type CardKind, type StripeDouble, startStripe } from '../support/stripe.ts';

export const noon = new Date('2026-11-20T12:00:00.000Z');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Person = { id: number; email: string };

export type BillingFixture = {
  app: FastifyInstance;
  pool: pg.Pool;
  reader: Stores['warehouse']['reader'];
  stripe: StripeDouble;
  mailbox: Mailbox;
  now: () => Date;
  setNow(at: Date): void;
  flush(): Promise<void>;
  /** A further app over the same stores, like another process. */
  another(): Promise<FastifyInstance>;
  /** A session that is valid now; it is reused while the clock does not move. */
  token(as: Person): Promise<string>;
  person(state?: SignUpState, flags?: { isSuperuser?: boolean }): Promise<Person>;
  /** The company of a person who has completed the sign-up. */
  company(state?: SignUpState): Promise<{ owner: Person; project: number }>;
  member(project: number, role: Role): Promise<Person>;
  /** Calls the API as a person, with a session that is valid now. */
  request(
    as: Person | null,
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Gives a project a card that Stripe has checked. */
  card(owner: Person, project: number, kind?: CardKind): Promise<Answer>;
};
export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

const hasher = { hash: async () => 'none', verify: async () => false };

/** The whole product, with card payment by a test double of Stripe, with invoices of the operator, or without both. */
export function billingFixture({ mode }: { mode: BillingMode }): () => BillingFixture {
  const stores = sharedStores();
  let fixture: BillingFixture | null = null;
  let stop: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    const started = await start(stores(), mode);
    fixture = started.fixture;
    stop = started.stop;
  });
  afterAll(() => stop?.());
  return () => {
    if (!fixture) throw new Error('The fixture is created before the first test, not earlier.');
    return fixture;
  };
}

async function start({ pool, warehouse }: Stores, mode: BillingMode) {
  let at = noon;
  const now = () => at;
  const stripe = await startStripe(now);
  const mailbox = createMailbox();
  const mover = startMover({ pool, warehouse, log: silent, now });
  const build = () =>
    appOf(
      productModules({
        pool,
        reader: warehouse.reader,
        now,
        wake: mover.wake,
        watermark: mover.watermark,
        mailer: mailbox,
        billing: mode === 'stripe' ? { mode, stripe: stripe.settings } : { mode },
      }),
    );
  const app = await build();
  const tokens = new Map<string, Promise<string>>();

  const fixture: BillingFixture = {
    app,
    pool,
    reader: warehouse.reader,
    stripe,
    mailbox,
    now,
    another: build,
    flush: mover.flush,
    setNow(to) {
      at = to;
    },
    async person(state = 'active', flags = {}) {
      const email = `${randomUUID()}@billing.test`;
      const user = await createUser(pool, hasher, { email, password: 'none', state });
      await flagUser(pool, user.id, flags);
      return { id: user.id, email };
    },
    async company(state = 'active') {
      const owner = await fixture.person(state);
      const { id: project } = await addProject(pool);
      await addMember(pool, project, owner.id, 'owner');
      return { owner, project };
    },
    async member(project, role) {
      const person = await fixture.person();
      await addMember(pool, project, person.id, role);
      return person;
    },
    token(as) {
      const key = `${as.id} ${at.getTime()}`;
      const token = tokens.get(key) ?? openSession(pool, as.id, { now: at, userAgent: 'billing' });
      tokens.set(key, token);
      return token;
    },
    async request(as, method, path, body, headers = {}) {
      const token = as && (await fixture.token(as));
      return app.inject({
        method,
        url: `/api/v1/${path}`,
        headers: { ...(token ? { authorization: `Token ${token}` } : {}), ...headers },
        ...(body ? { payload: body } : {}),
      });
    },
    async card(owner, project, kind = 'good') {
      const opened = await fixture.request(owner, 'POST', 'setup-intents/', { project });
      const intent: string = opened.json().id;
      const method = stripe.enterCard(intent, kind);
      return fixture.request(owner, 'PATCH', `confirm-payment-info/${project}/`, {
        setup_intent: intent,
        payment_method: method,
      });
    },
  };
  return {
    fixture,
    async stop() {
      await app.close();
      await mover.stop();
      await stripe.stop();
    },
  };
}

/** The plans of every new installation. */
export async function seededPlans(pool: pg.Pool): Promise<{ starter: number; growth: number }> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    "select id, name from plans where name in ('Starter', 'Growth') order by id",
  );
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0;
  return { starter: idOf('Starter'), growth: idOf('Growth') };
}
