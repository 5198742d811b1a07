import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectEventSchema } from '#contract/master-pixels/project-events.ts';
import { offerSchema } from '#contract/offers/schemas.ts';
import { projectSchema } from '#contract/projects/schemas.ts';
import type { ProjectScope } from '#server/access/scope.ts';
import { digestOf } from '#server/accounts/secret.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { createOffer } from '#server/offers/repository.ts';
import { createProject } from '#server/projects/repository.ts';
import { type Database, startApp, startDatabase } from '../accounts/test-app.ts';
import {
  apiCaller,
  createMember,
  createSignedInUser,
  projectModules,
  type SignedInUser,
} from './users.ts';

const rotated = vi.fn();
const scopes: ProjectScope[] = [];
const statistics = {
  eventsUsed: async (ids: readonly number[]) => new Map(ids.map((id) => [id, 1_234])),
  pixelActivity: async (scope: ProjectScope) => {
    scopes.push(scope);
    return new Map([
      ['purchase', { lastExecutedAt: new Date('2026-11-20T11:00:00.000Z'), count24h: 7 }],
    ]);
  },
  isRecorded: async () => false,
  offerActivity: async (scope: ProjectScope) => {
    scopes.push(scope);
    return new Map([
      ['101', { lastSeenAt: new Date('2026-11-20T10:00:00.000Z'), conversions30d: 3 }],
    ]);
  },
};

let database: Database;
let app: FastifyInstance;
let owner: SignedInUser;
let call: ReturnType<typeof apiCaller>;

beforeAll(async () => {
  database = await startDatabase();
  const { pool } = database;
  app = await startApp(pool, {
    modules: projectModules(pool, { statistics, collectKeyRotated: rotated }),
  });
  call = apiCaller(app);
  owner = await createSignedInUser(pool, 'owner@acme.test');
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
});

async function newProject(body: object = { name: 'Acme' }) {
  const answer = await call(owner, 'POST', '/api/v1/projects/', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return projectSchema.parse(answer.json());
}

describe('creating a project', () => {
  it('makes its creator the owner and shows the collect key in full, once', async () => {
    const project = await newProject({ name: ' Çedille & Söhne ', timezone: 'US/Central' });
    expect(project).toMatchObject({
      name: 'Çedille & Söhne',
      slug: 'cedille-sohne',
      timezone: 'America/Chicago',
      currency: 'USD',
      target: 'purchase',
      events_used: 1_234,
      created_by: owner.id,
      setup_intent: null,
      users: [{ id: owner.id, email: owner.email, role: 'owner' }],
    });
    expect(project.collect_key).toMatch(/^cs_[\w-]{43}[0-9a-f]{8}$/);
    const read = (await call(owner, 'GET', `/api/v1/projects/${project.id}/`)).json();
    expect(read).toEqual({ ...project, collect_key: `${project.collect_key.slice(0, 8)}…` });
    const { rows } = await database.pool.query(
      'select collect_key_hash, p::text as row from projects p where id = $1',
      [project.id],
    );
    expect(rows[0].collect_key_hash).toEqual(digestOf(project.collect_key));
    expect(rows[0].row).not.toContain(project.collect_key);
  });

  it('gives equal names different slugs, also at the same time', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 20 }, async () => (await newProject({ name: 'Twins' })).slug),
    );
    expect(new Set(slugs).size).toBe(20);
  });

  it('installs the primary master pixel for the target', async () => {
    const { slug } = await newProject({ name: 'Pixels', target: 'Add_To_Cart' });
    const answer = await call(owner, 'GET', `/api/v1/events/?project__slug=${slug}`);
    const [pixel, ...more] = projectEventSchema.array().parse(answer.json());
    expect(more).toEqual([]);
    expect(pixel).toMatchObject({
      name: 'Add to cart',
      event_name: 'add_to_cart',
      is_primary: true,
      last_executed_at: null,
      count_24h: 0,
    });
    expect(pixel?.master_pixel).toMatch(
      /^<script async src="https:\/\/ledger\.test\/t\/px\.js" data-key="mp_[0-9a-f]{24}"><\/script>$/,
    );
  });

  it.each([
    ['acme.test/shop', 'https://acme.test/shop'],
    [' shop.acme.test:8080?x=1 ', 'https://shop.acme.test:8080?x=1'],
    ['http://acme.test', 'http://acme.test'],
    ['', ''],
  ])('takes the website as people write it: %j', async (typed, stored) => {
    expect((await newProject({ name: 'Written', url: typed })).url).toBe(stored);
  });

  it.each([
    ['no name', { name: '  ' }, 'name'],
    ['a line break in the name', { name: 'a\nb' }, 'name'],
    ['a NUL in the name', { name: 'a\0b' }, 'name'],
    ['a script as url', { name: 'a', url: 'javascript:alert(1)' }, 'url'],
    ['a script with a dot as url', { name: 'a', url: 'javascript:open(a.test)' }, 'url'],
    ['a mail address as url', { name: 'a', url: 'ana@acme.test' }, 'url'],
    ['a name alone as url', { name: 'a', url: 'acme' }, 'url'],
    ['an unknown time zone', { name: 'a', timezone: 'Mars/Olympus' }, 'timezone'],
    ['a lower-case currency', { name: 'a', currency: 'usd' }, 'currency'],
    ['a currency that no event may name', { name: 'a', currency: 'ZZZ' }, 'currency'],
    ['a negative volume', { name: 'a', number_of_events: -1 }, 'number_of_events'],
    ['a target that gives money back', { name: 'a', target: ' Refund' }, 'target'],
    ['a target that is what ads cost', { name: 'a', target: 'cost' }, 'target'],
    ['a target that is no event name', { name: 'a', target: '<b>' }, 'target'],
    ['a field of its own', { name: 'a', created_by: 1 }, 'created_by'],
  ])('refuses %s by name', async (_, body, field) => {
    const answer = await call(owner, 'POST', '/api/v1/projects/', body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });
});

describe('changing a project', () => {
  it('changes the given fields and no others; a new target moves the primary pixel', async () => {
    const project = await newProject({ name: 'Before', url: 'https://before.test' });
    const path = `/api/v1/projects/${project.id}/`;
    const answer = await call(owner, 'PATCH', path, { name: 'After', target: 'lead' });
    expect(answer.json()).toEqual({
      ...project,
      name: 'After',
      target: 'lead',
      collect_key: `${project.collect_key.slice(0, 8)}…`,
    });
    const pixels = await call(owner, 'GET', `/api/v1/events/?project__slug=${project.slug}`);
    expect(pixels.json()).toMatchObject([{ name: 'Lead', event_name: 'lead' }]);
    expect((await call(owner, 'PATCH', path, {})).json()).toEqual(answer.json());
  });

  it('rotates the key: the old one is refused with a clear reason', async () => {
    const project = await newProject({ name: 'Rotating' });
    const answer = await call(owner, 'POST', `/api/v1/projects/${project.id}/rotate-collect-key/`);
    const { collect_key: key } = projectSchema.parse(answer.json());
    expect(key).not.toBe(project.collect_key);
    expect(rotated).toHaveBeenLastCalledWith(project.id);
    const { rowCount } = await database.pool.query(
      'select from projects where collect_key_hash = any($1)',
      [[digestOf(project.collect_key), digestOf(key)]],
    );
    expect(rowCount).toBe(1);
  });
});

describe('the access of a role', () => {
  it.each(['manager', 'buyer', 'affiliate', 'viewer', 'billing'] as const)(
    '%s may not change a project or its key',
    async (role) => {
      const { project } = await createProject(database.pool, { name: role, createdBy: null });
      const member = await createMember(database.pool, project.id, role);
      const path = `/api/v1/projects/${project.id}/`;
      for (const [method, url] of [
        ['PATCH', path],
        ['POST', `${path}rotate-collect-key/`],
      ] as const) {
        const answer = await call(member, method, url, {});
        expect(answer.statusCode).toBe(403);
        expect(answer.json()).toEqual({ detail: 'Your role does not allow this.' });
      }
    },
  );

  it('an affiliate sees nothing about other members, volumes and keys', async () => {
    const { project } = await createProject(database.pool, {
      name: 'Narrow',
      createdBy: owner.id,
      numberOfEvents: 500,
    });
    const own = { projectId: project.id, affId: '1', name: 'Mine' };
    const id = await createAffiliate(database.pool, own);
    await createOffer(database.pool, { projectId: project.id, offerId: '101', name: 'Bundle' });
    const member = await createMember(database.pool, project.id, 'affiliate', [id]);
    const answer = await call(member, 'GET', `/api/v1/projects/${project.id}/`);
    expect(answer.json()).toMatchObject({
      name: 'Narrow',
      users: [],
      events_used: 0,
      number_of_events: 0,
      collect_key: '',
      subscription: null,
    });
    scopes.length = 0;
    await call(member, 'GET', `/api/v1/events/?project__slug=${project.slug}`);
    await call(member, 'GET', `/api/v1/offer-ids/?project_id=${project.id}`);
    expect(scopes.map(({ affids }) => affids)).toEqual([['1'], ['1']]);
  });

  it('offers come with their figures', async () => {
    const { project } = await createProject(database.pool, {
      name: 'Offers',
      createdBy: owner.id,
    });
    const base = { projectId: project.id };
    await createOffer(database.pool, { ...base, offerId: '101', name: 'Bundle' });
    await createOffer(database.pool, { ...base, offerId: '102', name: 'Later', status: 'pending' });
    const answer = await call(owner, 'GET', `/api/v1/offer-ids/?project_id=${project.id}`);
    expect(offerSchema.array().parse(answer.json())).toEqual([
      {
        id: '101',
        name: 'Bundle',
        status: 'active',
        conversions_30d: 3,
        last_seen_at: '2026-11-20T10:00:00.000Z',
      },
      { id: '102', name: 'Later', status: 'pending', conversions_30d: 0, last_seen_at: null },
    ]);
  });
});
