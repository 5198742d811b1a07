import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantOf, narrowGrant } from '#server/analytics/cube/grant.ts';
import { addMember, removeMember } from '#server/projects/repository.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

let setting: TestProduct;

beforeAll(async () => {
  setting = await startTestProduct();
});
afterAll(() => setting?.stop());

describe('a signed analytics token', () => {
  it('stops opening a project once its holder was removed, while it is still valid', async () => {
    const { app, pool, data: seeds } = setting;
    const viewer = seeds.personas.find(({ name }) => name === 'viewer');
    if (!viewer?.token) throw new Error('There is no viewer.');
    const issued = await app.inject({
      method: 'POST',
      url: '/api/v1/analytics-token/',
      headers: { authorization: `Token ${viewer.token}` },
    });
    const query = {
      measures: ['pixel_summary.clicks'],
      filters: [
        {
          member: 'pixel_summary.project_id',
          operator: 'equals',
          values: [`${seeds.own.projectId}`],
        },
      ],
    };
    const load = () =>
      app.inject({
        method: 'POST',
        url: '/cubejs-api/v1/load',
        headers: { authorization: issued.json().token },
        payload: { query },
      });
    expect((await load()).statusCode).toBe(200);
    await removeMember(pool, seeds.own.projectId, viewer.userId);
    expect((await load()).statusCode).toBe(403);
    await addMember(pool, seeds.own.projectId, viewer.userId, 'affiliate', [seeds.own.affiliateId]);
    const { data } = (await load()).json();
    expect(data).toEqual([{ 'pixel_summary.clicks': '1' }]);
  });
});

describe('the rest of a grant', () => {
  const full = { projectId: 1, affiliates: null };
  const part = (...affIds: string[]) => ({
    projectId: 1,
    affiliates: affIds.map((affId, id) => ({ id, affId })),
  });
  const grant = (memberships: (ReturnType<typeof part> | typeof full)[]) =>
    grantOf({
      userId: 1,
      memberships: memberships.map((one) => ({
        ...one,
        name: '',
        slug: '',
        timezone: 'UTC',
        currency: 'USD',
        role: 'viewer',
      })),
    }).projects;

  it.each([
    ['all, still all', [full], [full], [full]],
    ['all, now a part', [full], [part('a')], [part('a')]],
    ['a part, now all', [part('a')], [full], [part('a')]],
    ['two parts: what they share', [part('a', 'b')], [part('b', 'c')], [part('b')]],
    ['two parts that share nothing', [part('a')], [part('b')], [part()]],
    ['a part, now nothing', [part('a')], [part()], [part()]],
    ['all, no member any more', [full], [], []],
    ['a project that was not claimed', [], [full], []],
  ])('%s', (_, claimed, current, left) => {
    const { projects } = narrowGrant(
      { user: 1, projects: grant(claimed) },
      { user: 1, projects: grant(current) },
    );
    expect(projects).toEqual(grant(left));
  });
});
