import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '#contract/accounts/roles.ts';
import { type MasterPixel, masterPixelSchema } from '#contract/master-pixels/schemas.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import type { Lookup } from '#server/egress/resolve-host.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { type Stores, sharedStores, silent } from '#tests/support/stores.ts';
import { type Partner, startPartner } from '../event-pixels/partner.ts';
import { apiCaller, createMember, type SignedInUser } from '../projects/users.ts';

export const noon = new Date('2026-11-20T12:00:00.000Z');
export const publicUrl = 'https://ledger.test';

export type MasterPixelFixture = {
  app: FastifyInstance;
  stores: Stores;
  mover: Mover;
  /** A site whose pages may be fetched although it is on this machine. */
  site: Partner;
  call: ReturnType<typeof apiCaller>;
  setNow(at: Date): void;
};

const lookup: Lookup = async (host) =>
  host === 'inside.test' ? [{ address: '10.0.0.7', family: 4 }] : [];

/** The whole product behind a trusted proxy. */
export function masterPixelFixture(): () => MasterPixelFixture {
  const stores = sharedStores();
  let fixture: MasterPixelFixture | null = null;
  beforeAll(async () => {
    let at = noon;
    const now = () => at;
    const { pool, warehouse } = stores();
    const mover = startMover({ pool, warehouse, log: silent, now });
    const site = await startPartner();
    const app = await appOf(
      productModules({
        pool,
        reader: warehouse.reader,
        now,
        wake: mover.wake,
        watermark: mover.watermark,
        pixels: { vault: createVault('only for these tests'), lookup, allowHosts: [site.host] },
      }),
      { trustProxy: true },
    );
    const setNow = (to: Date) => {
      at = to;
    };
    fixture = { app, stores: stores(), mover, site, call: apiCaller(app), setNow };
  });
  afterAll(async () => {
    await fixture?.app.close();
    await fixture?.mover.stop();
    await fixture?.site.stop();
  });
  return () => {
    if (!fixture) throw new Error('The fixture is created before the first test, not earlier.');
    return fixture;
  };
}

export type Company = {
  projectId: number;
  slug: string;
  collectKey: string;
  affiliateId: number;
  owner: SignedInUser;
  member: (role: Role, affiliateIds?: readonly number[]) => Promise<SignedInUser>;
};

/** A project with an owner, the affiliate `1001` and the primary pixel. */
export async function openCompany({ stores: { pool } }: MasterPixelFixture): Promise<Company> {
  const name = `shop ${randomBytes(6).toString('hex')}`;
  const { project, collectKey } = await createProject(pool, { name, createdBy: null });
  const { id: projectId, slug } = project;
  const affiliateId = await createAffiliate(pool, { projectId, affId: '1001', name: 'Ada' });
  const member = (role: Role, affiliateIds: readonly number[] = []) =>
    createMember(pool, projectId, role, affiliateIds);
  return { projectId, slug, collectKey, affiliateId, owner: await member('owner'), member };
}

/** All pixels of a company, the primary one first. */
export async function pixelsOf(
  { call }: MasterPixelFixture,
  { owner, projectId }: Company,
): Promise<[MasterPixel, ...MasterPixel[]]> {
  const answer = await call(owner, 'GET', `/api/v1/master-pixels/?project=${projectId}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const [primary, ...others] = masterPixelSchema.array().parse(answer.json());
  if (!primary) throw new Error('A project has a primary pixel.');
  return [primary, ...others];
}

export async function newPixel(
  { call }: MasterPixelFixture,
  { owner, projectId }: Company,
  fields: object = {},
): Promise<MasterPixel> {
  const body = { project: projectId, name: 'Sign-ups', event_name: 'sign_up', ...fields };
  const answer = await call(owner, 'POST', '/api/v1/master-pixels/', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return masterPixelSchema.parse(answer.json());
}

/** A page's report with the key of a pixel. */
export const report = (
  { app }: MasterPixelFixture,
  key: string,
  body: object = {},
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: '/t/e',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...headers,
    },
    payload: { key, events: [{ event_name: 'page_view' }], ...body },
  });

/** A report of a shop's server. */
export async function sendEvents(
  { app, mover }: MasterPixelFixture,
  { collectKey }: Company,
  events: object[],
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/collect/server/?backfill=1',
    headers: { authorization: `Token ${collectKey}` },
    payload: { events },
  });
  expect(answer.json()).toMatchObject({ rejected: [] });
  await mover.flush();
}
