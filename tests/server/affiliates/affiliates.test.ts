import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#contract/accounts/session.ts';
import { type Affiliate, affiliateSchema } from '#contract/affiliates/schemas.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import {
  addMember,
  createProject,
  type ProjectRow,
  removeMember,
} from '#server/projects/repository.ts';
import { type Database, startApp, startDatabase, stoppedClock } from '../accounts/test-app.ts';
import {
  apiCaller,
  createMember,
  createSignedInUser,
  projectModules,
  type SignedInUser,
  start,
} from '../projects/users.ts';

let database: Database;
let app: FastifyInstance;
let owner: SignedInUser;
let project: ProjectRow;
let call: ReturnType<typeof apiCaller>;
let count = 0;
const clock = stoppedClock();

beforeAll(async () => {
  database = await startDatabase();
  app = await startApp(database.pool, {
    modules: projectModules(database.pool, { now: clock.now }),
  });
  call = apiCaller(app);
  owner = await createSignedInUser(database.pool, 'owner@acme.test');
  project = (await createProject(database.pool, { name: 'Acme', createdBy: owner.id })).project;
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
});

const path = '/api/v1/affiliates/';

async function newAffiliate(body: object = {}): Promise<Affiliate> {
  count += 1;
  const answer = await call(owner, 'POST', path, {
    aff_id: `a${count}`,
    project: project.id,
    name: 'North',
    ...body,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return affiliateSchema.parse(answer.json());
}

describe('affiliates', () => {
  it('are created, read and changed', async () => {
    const payout = { type: 'revshare', value: 0.2 };
    const created = await newAffiliate({ aff_id: '1001', payout, sub_ids: ['feed', 'mail'] });
    expect(created).toMatchObject({
      aff_id: '1001',
      project: project.id,
      project_name: 'Acme',
      project_slug: 'acme',
      payout,
      postback_url: null,
      sub_ids: ['feed', 'mail'],
    });
    expect((await call(owner, 'GET', `${path}${created.id}/`)).json()).toEqual(created);
    const change = { name: 'South', payout: { type: 'cpa', value: 12.5 }, sub_ids: [] };
    const changed = await call(owner, 'PUT', `${path}${created.id}/`, change);
    expect(changed.json()).toEqual({ ...created, ...change });
  });

  it('keep all their terms, each from the time it was agreed', async () => {
    const payout = { type: 'revshare', value: 0.2 };
    const { id } = await newAffiliate({ payout });
    const change = (body: object) => call(owner, 'PUT', `${path}${id}/`, body);
    await change({ name: 'South', payout });
    clock.advance(1);
    await change({ payout: { type: 'revshare', value: 0.25 } });
    await change({ payout: { type: 'cpa', value: 3 } });
    clock.advance(-1_000);
    const last = await change({ payout: { type: 'cpa', value: 4 } });
    expect(last.json().payout).toEqual({ type: 'cpa', value: 4 });
    const { rows } = await database.pool.query(
      `select valid_from, payout_type as type, payout_value as value from affiliate_terms
       where affiliate_id = $1 order by valid_from`,
      [id],
    );
    expect(rows).toEqual([
      { valid_from: new Date(0), type: 'revshare', value: '0.2000' },
      { valid_from: new Date(start.getTime() + 1), type: 'cpa', value: '4.0000' },
    ]);
  });

  it('have unique aff_ids in a project, also under concurrent requests', async () => {
    const body = { aff_id: 'same', project: project.id, name: 'Same' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(owner, 'POST', path, body)),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 400);
    expect(refused).toHaveLength(7);
    for (const answer of refused) {
      expect(answer.json()).toEqual({ aff_id: ['Already used in this project.'] });
    }
    const other = await newAffiliate();
    const renamed = await call(owner, 'PUT', `${path}${other.id}/`, { aff_id: 'same' });
    expect(renamed.json()).toEqual({ aff_id: ['Already used in this project.'] });
  });

  it.each([
    ['a revenue share above 1', { payout: { type: 'revshare', value: 1.2 } }, 'payout.value'],
    ['an aff_id with a space', { aff_id: 'a b' }, 'aff_id'],
    ['a postback that is no address', { postback_url: 'ftp://x' }, 'postback_url'],
    ['a sub-id that is there twice', { sub_ids: ['feed', 'feed'] }, 'sub_ids'],
    ['an id of its own', { id: 4 }, 'id'],
  ])('refuse %s by name', async (_, body, field) => {
    const answer = await call(owner, 'POST', path, {
      aff_id: 'ok',
      project: project.id,
      name: 'North',
      ...body,
    });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });

  it.each([
    ['manager', 200],
    ['buyer', 403],
    ['viewer', 403],
    ['billing', 403],
    ['affiliate', 403],
  ] as const)('may be changed by a %s: %i', async (role, status) => {
    const { id } = await newAffiliate();
    const member = await createMember(database.pool, project.id, role, [id]);
    const changed = await call(member, 'PUT', `${path}${id}/`, { name: 'Renamed' });
    expect(changed.statusCode).toBe(status);
    const body = { aff_id: `by-${role}`, project: project.id, name: 'New' };
    const created = await call(member, 'POST', path, body);
    expect(created.statusCode).toBe(status === 200 ? 201 : status);
  });
});

describe('a member with the role affiliate', () => {
  it('sees its own in lists, by id and in the session, and nothing of the others', async () => {
    const [own, other] = [await newAffiliate(), await newAffiliate()];
    const member = await createMember(database.pool, project.id, 'affiliate', [own.id]);
    const list = await call(member, 'GET', path);
    expect(list.json()).toEqual([own]);
    const foreign = await call(member, 'GET', `${path}${other.id}/`);
    const missing = await call(member, 'GET', `${path}99999999/`);
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    const session = sessionSchema.parse((await call(member, 'POST', '/api/v1/auth/check/')).json());
    expect(session.affiliates.map(({ id }) => id)).toEqual([own.id]);
    expect(session.projects.map(({ role }) => role)).toEqual(['affiliate']);
  });

  it('loses access on the next request once removed, on every open session', async () => {
    const own = await newAffiliate();
    const member = await createMember(database.pool, project.id, 'affiliate', [own.id]);
    expect((await call(member, 'GET', `${path}${own.id}/`)).statusCode).toBe(200);
    await removeMember(database.pool, project.id, member.id);
    expect((await call(member, 'GET', `${path}${own.id}/`)).statusCode).toBe(404);
    expect((await call(member, 'GET', path)).json()).toEqual([]);
    await addMember(database.pool, project.id, member.id, 'affiliate');
    expect((await call(member, 'GET', path)).json()).toEqual([]);
  });
});

describe('the session', () => {
  it('lists projects and affiliates in a stable order, with the role in each', async () => {
    const person = await createSignedInUser(database.pool, 'several@acme.test');
    const created = [];
    for (const name of ['Zebra', 'Alpha']) {
      const { project: one } = await createProject(database.pool, { name, createdBy: null });
      for (const affId of ['9', '1']) {
        await createAffiliate(database.pool, { projectId: one.id, affId, name: affId });
      }
      created.push(one);
    }
    const [zebra, alpha] = created;
    if (!zebra || !alpha) throw new Error('The projects were not made.');
    await addMember(database.pool, alpha.id, person.id, 'viewer');
    await addMember(database.pool, zebra.id, person.id, 'buyer');
    const session = sessionSchema.parse((await call(person, 'POST', '/api/v1/auth/check/')).json());
    expect(session.projects.map(({ name, role }) => [name, role])).toEqual([
      ['Zebra', 'buyer'],
      ['Alpha', 'viewer'],
    ]);
    expect(session.affiliates.map((one) => [one.project_slug, one.aff_id])).toEqual([
      ['zebra', '9'],
      ['zebra', '1'],
      ['alpha', '9'],
      ['alpha', '1'],
    ]);
  });
});
