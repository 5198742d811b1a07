import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '#server/access/access.ts';
import { readAccess } from '#server/accounts/sessions.ts';
import { tryColumns, writingRoutes } from './mass-assignment.ts';
import { runMatrix } from './matrix.ts';
import { openToAll, type Policy, policies } from './policy.ts';
import { canaries } from './test-data.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

let setting: TestProduct;

beforeAll(async () => {
  setting = await startTestProduct();
});
afterAll(() => setting?.stop());

/** The routes that need a row: all but the public ones. HEAD runs the handler of its GET. */
const guarded = (routes: readonly string[]): string[] =>
  routes
    .filter((route) => !openToAll.some((open) => open.test(route)))
    .filter((route) => !route.startsWith('HEAD ') || !routes.includes(`GET ${route.slice(5)}`))
    .sort();

describe('the policy', () => {
  it('has a row for every live route and a route for every row', () => {
    expect(guarded(setting.routes)).toEqual(Object.keys(policies).sort());
  });

  it('notices a route without a row', async () => {
    const { app, routes } = await setting.build({
      also: (instance) => void instance.get('/api/v1/new/', async () => ({})),
    });
    expect(guarded(routes).filter((route) => !(route in policies))).toEqual(['GET /api/v1/new/']);
    await app.close();
  });
});

describe('the matrix', () => {
  it('allows every persona what the policy says and nothing else', async () => {
    const { checks, failures } = await runMatrix(setting);
    expect(failures).toEqual([]);
    expect(checks).toBeGreaterThanOrEqual(1_000);
    console.log(`authorization matrix: ${checks} checks, 0 leaks`);
  }, 600_000);

  it('fails when the access check is removed', async () => {
    const { pool, data, now } = setting;
    const { rows } = await pool.query<Access['memberships'][number]>(
      `select id as "projectId", name, slug, timezone, currency, 'owner' as role, null as affiliates
       from projects where id = any($1)`,
      [[data.own.projectId, data.foreign.projectId]],
    );
    const { app } = await setting.build({
      accessOf: async (token) => {
        const access = await readAccess(pool, token, now());
        return access && { ...access, memberships: rows };
      },
    });
    const isMembers = ({ caller }: Policy) => caller === 'member';
    const { failures } = await runMatrix(
      { ...setting, app },
      { route: isMembers, persona: ({ name }) => name === 'removed', ways: 1 },
    );
    for (const [route, { status }] of Object.entries(policies).filter(([, one]) =>
      isMembers(one),
    )) {
      const opened = failures.filter(
        (failure) =>
          failure.startsWith(`${route} `) &&
          new RegExp(`: ${status} instead of 40[34]$`).test(failure),
      );
      expect(opened.length, `${route} stays green without the check`).toBeGreaterThan(0);
    }
    for (const route of ['GET /api/v1/rc-table-data/', 'POST /cubejs-api/v1/load']) {
      const shown = failures.filter((failure) => failure.startsWith(`${route} `));
      expect(shown).toContainEqual(expect.stringContaining(`shows the ${canaries.foreign}`));
    }
    await app.close();
  });
});

describe('a body', () => {
  it.each(writingRoutes.map(([route]) => [route]))(
    'with every column of the database changes nothing more: %s',
    async (route) => {
      const { app, pool, data, flush } = setting;
      const owner = data.personas.find(({ name }) => name === 'owner');
      const token = owner ? await setting.reopen(owner) : null;
      const tried = await tryColumns({ app, pool, data, token, flush }, route);
      expect(tried.refused.statusCode).toBe(400);
      expect(Object.keys(tried.refused.json())).toEqual(expect.arrayContaining(tried.smuggled));
      expect(tried.changedByRefused).toEqual([]);
      expect(tried.accepted.statusCode).toBe(tried.policy.status);
      const { changes = [] } = tried.policy;
      expect(changes).toEqual(expect.arrayContaining(tried.changedByAccepted));
      expect(tried.changedByAccepted.length > 0).toBe(changes.length > 0);
    },
  );
});
