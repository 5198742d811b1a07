import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '#contract/accounts/roles.ts';
import { type OfferDetail, offerDetailSchema } from '#contract/offers/offer.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import type { ModuleDependencies } from '#server/modules.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { createMailbox } from '#tests/support/mailbox.ts';
import { type Stores, sharedStores } from '#tests/support/stores.ts';
import { stoppedClock } from '../accounts/test-app.ts';
import { createMember, type SignedInUser, start } from '../projects/users.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Sent = { body?: object; as?: SignedInUser; headers?: Record<string, string> };

export const destination = 'https://network.test/go?sub={click_id}';
export const flat = { revenue_type: 'rpa', revenue_amount: '40', payout_type: 'cpa' } as const;
export const terms = { ...flat, payout_amount: '32' } as const;

/** The product over these stores, with a clock that a test moves, and a new project for each company. */
export async function startOffers(
  { pool, warehouse }: Stores,
  changes: Partial<ModuleDependencies> = {},
) {
  const clock = stoppedClock(start.toISOString());
  const mailbox = createMailbox();
  const { reader } = warehouse;
  const modules = productModules({ pool, reader, now: clock.now, mailer: mailbox, ...changes });
  const app = await appOf(modules);

  async function company() {
    const { project } = await createProject(pool, {
      name: 'Acme',
      url: 'https://acme.test',
      createdBy: null,
    });
    const owner = await createMember(pool, project.id, 'owner');

    /** Calls a path below the offers. */
    const send = (method: Method, below = '', sent: Sent = {}) =>
      app.inject({
        method,
        url: `/api/v1/offers/${below}`,
        headers: {
          authorization: `Token ${(sent.as ?? owner).token}`,
          'content-type': 'application/json',
          ...sent.headers,
        },
        ...(method === 'GET' ? {} : { payload: sent.body ?? {} }),
      });
    const list = (query = '', as = owner) =>
      send('GET', `?project_id=${project.id}${query}`, { as });
    const create = (body: object = {}, sent: Omit<Sent, 'body'> = {}) =>
      send('POST', '', { ...sent, body: { project: project.id, name: 'Bundle', ...body } });

    /** A call that must succeed, and the offer that it answers. */
    async function done(method: Method, below: string, sent: Sent = {}): Promise<OfferDetail> {
      const answer = await send(method, below, sent);
      expect([200, 201], answer.body).toContain(answer.statusCode);
      return offerDetailSchema.parse(answer.json());
    }
    const created = (body: object = {}) =>
      done('POST', '', { body: { project: project.id, name: 'Bundle', ...body } });
    async function activated(body: object = {}): Promise<OfferDetail> {
      const offer = await created({ destination_url: destination, terms: [terms], ...body });
      return done('POST', `${offer.id}/status/`, { body: { to: 'active', without_test: true } });
    }

    const affiliate = (affId: string) =>
      createAffiliate(pool, { projectId: project.id, affId, name: `Partner ${affId}` });
    const member = (role: Role, affiliates: readonly number[] = []) =>
      createMember(pool, project.id, role, affiliates);

    /** The audit log of the project, the latest entry first. */
    async function audited(): Promise<{ action: string; details: Record<string, unknown> }[]> {
      const { rows } = await pool.query(
        `select action, details from audit_entries where chain = $1 and action like 'offer%'
         order by number desc`,
        [`project:${project.id}`],
      );
      return rows;
    }
    return {
      ...{ id: project.id, owner, member, affiliate, send, list, create, done, created, activated },
      audited,
    };
  }
  return { ...{ company, clock, mailbox, pool, app }, stop: () => app.close() };
}

export type Offers = Awaited<ReturnType<typeof startOffers>>;
export type OfferCompany = Awaited<ReturnType<Offers['company']>>;

/** The product for the tests of a file. */
export function sharedOffers(changes: Partial<ModuleDependencies> = {}): () => Offers {
  const stores = sharedStores();
  let running: Offers | null = null;
  beforeAll(async () => {
    running = await startOffers(stores(), changes);
  });
  afterAll(() => running?.stop());
  return () => {
    if (!running) throw new Error('The product is started before the first test, not earlier.');
    return running;
  };
}
