import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFree } from '#server/billing/entitlement.ts';
import { policies } from '../authorization/policy.ts';
import { startTestProduct, type TestProduct } from '../authorization/test-product.ts';
import { keys } from '../support/stripe.ts';

let setting: TestProduct;
let app: TestProduct['app'];
beforeAll(async () => {
  setting = await startTestProduct();
  ({ app } = await setting.build({
    billing: { mode: 'stripe', stripe: { ...keys, apiUrl: nowhere } },
  }));
});
afterAll(async () => {
  await app?.close();
  await setting?.stop();
});

/** An address without a server. */
const nowhere = 'http://127.0.0.1:9';

async function askAsOwner(route: string) {
  const { data: seeds, reopen } = setting;
  const owner = seeds.personas.find(({ name }) => name === 'owner');
  const [way] = Object.values(policies[route]?.requests ?? {});
  if (!owner || !way) throw new Error(`No persona calls ${route}.`);
  const { path, body } = way.request(seeds, way.targets[0] ?? 'none');
  const answer = await app.inject({
    method: route.split(' ')[0] as 'GET',
    url: path,
    headers: {
      authorization: `Token ${await reopen(owner)}`,
      'content-type': 'application/json',
    },
    ...(body ? { payload: body } : {}),
  });
  return answer.statusCode;
}

/** One after the other, because a person has a limited number of sessions. */
async function askAll(): Promise<[string, number][]> {
  const answers: [string, number][] = [];
  for (const route of closed) answers.push([route, await askAsOwner(route)]);
  return answers;
}

const ofPeople = Object.entries(policies)
  .filter(([, { caller }]) => ['member', 'person', 'signed in'].includes(caller))
  .map(([route]) => route);
const closed = ofPeople.filter((route) => !isFree(route.split(' ')[1] ?? ''));

describe('a member without payment, where cards are taken', () => {
  it('is asked to pay by every route but those of the account and of paying', async () => {
    const { pool, data: seeds } = setting;
    expect(closed.length).toBeGreaterThan(40);
    expect((await askAll()).filter(([, code]) => code === 402)).toEqual([]);
    await pool.query("update subscriptions set status = 'unpaid' where project_id = $1", [
      seeds.own.projectId,
    ]);
    expect((await askAll()).filter(([, code]) => code !== 402)).toEqual([]);
  }, 120_000);

  it('can do all that paying needs', async () => {
    const open = ['GET /api/v1/projects/:id/', 'GET /api/v1/plans/', 'GET /api/v1/subscriptions/'];
    for (const route of [...open, 'POST /api/v1/auth/check/']) {
      expect([route, await askAsOwner(route)]).toEqual([route, 200]);
    }
  });

  it.each(['trialing', 'active', 'past_due', 'manual'])(
    'is not a member who is %s',
    async (status) => {
      const { pool, data: seeds } = setting;
      await pool.query('update subscriptions set status = $2 where project_id = $1', [
        seeds.own.projectId,
        status,
      ]);
      expect(await askAsOwner('GET /api/v1/views/')).toBe(200);
    },
  );

  it.each(['incomplete', 'unpaid', 'canceled'])('is a member who is %s', async (status) => {
    const { pool, data: seeds } = setting;
    await pool.query('update subscriptions set status = $2 where project_id = $1', [
      seeds.own.projectId,
      status,
    ]);
    expect(await askAsOwner('GET /api/v1/views/')).toBe(402);
  });
});
