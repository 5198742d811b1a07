import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.stop());

const day = 'start_date=2026-11-20&end_date=2026-11-20';
const groupings = ['affid', 'campaign_id', 'adset_id', 'ad_id'] as const;

const dataOf = async (role: 'owner' | 'affiliate', path: string) => {
  const persona = product.data.personas.find(({ name }) => name === role);
  const answer = await product.app.inject({
    url: `/api/v1/${path}&${day}`,
    headers: { authorization: `Token ${persona?.token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

describe.each(groupings)(
  'a key of %s that lies in the rows of another affiliate only',
  (grouping) => {
    it('looks to an affiliate like a key that does not exist', async () => {
      const { own, sibling } = product.data;
      const opened = (key: string) =>
        `rc-table-data/?affiliate_id=${own.affiliateId}&group_by=country&parent=${grouping}:${key}`;
      const filtered = (key: string) =>
        `figures/rows/?affiliate_id=${own.affiliateId}&figure=clicks&cell=${grouping}:${key}`;
      for (const path of [opened, filtered]) {
        const [hidden, missing] = await Promise.all(
          [sibling.hiddenKey, 'no-such-key'].map(async (key) =>
            JSON.stringify(await dataOf('affiliate', path(key))).replaceAll(key, 'KEY'),
          ),
        );
        expect(hidden).toBe(missing);
      }
    });

    it('is named for an owner', async () => {
      const { own, sibling } = product.data;
      const path = `rc-table-data/?affiliate_id=all&project_id=${own.projectId}&group_by=country`;
      const { parents } = await dataOf('owner', `${path}&parent=${grouping}:${sibling.hiddenKey}`);
      expect(parents).toEqual([
        { group_by: grouping, key: sibling.hiddenKey, label: sibling.canary },
      ]);
    });
  },
);

describe('an own key', () => {
  it('is named for an affiliate, also on a day without rows of it', async () => {
    const { own } = product.data;
    const days = 'start_date=2026-11-25&end_date=2026-11-26';
    const persona = product.data.personas.find(({ name }) => name === 'affiliate');
    const answer = await product.app.inject({
      url: `/api/v1/rc-table-data/?affiliate_id=${own.affiliateId}&group_by=country&${days}&parent=campaign_id:${own.canary}-campaign_id&parent=affid:${own.affId}`.replaceAll(
        'parent=',
        'parent[]=',
      ),
      headers: { authorization: `Token ${persona?.token}` },
    });
    const labels = answer.json().data.parents.map(({ label }: { label: string }) => label);
    expect(labels).toEqual([`${own.canary}-campaign_name`, own.canary]);
  });
});

describe('names that rows carried', () => {
  const day = 'start_date=2026-11-20&end_date=2026-11-20';
  const ids = (id: string) => ({ campaign_id: id, adset_id: id, ad_id: id });
  const names = (name: string) => ({ campaign_name: name, adset_name: name, ad_name: name });
  const follow = async (id: string) => {
    const { own } = product.data;
    const answer = await product.app.inject({
      url: `/t/c/${own.affId}?${new URLSearchParams({ ...ids(id), format: 'json' })}`,
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  beforeAll(async () => {
    const { own, sibling } = product.data;
    const at = { event_time: '2026-11-20T09:00:00Z' };
    const click = { ...at, event_name: 'click' };
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${own.collectKey}` },
      payload: {
        events: [
          { ...click, click_id: 'g-1', affid: sibling.affId, ...ids('g-1'), ...names('Secret') },
          { ...click, click_id: 'g-2', affid: own.affId, ...ids('g-2'), ...names('Clicked') },
          {
            ...{ event_name: 'cost', date: '2026-11-20', spend: 5, affid: own.affId },
            ...{ ...ids('g-3'), ...names('Paid') },
          },
          { ...click, event_time: '2026-11-20T09:05:00Z', affid: sibling.affId, ...ids('g-2') },
          {
            ...{ ...click, event_time: '2026-11-20T09:06:00Z', click_id: 'g-2b' },
            ...{ affid: sibling.affId, ...ids('g-2'), ...names('Renamed by another') },
          },
        ],
      },
    });
    expect(answer.json(), answer.body).toMatchObject({ accepted: 5 });
    for (const id of ['g-1', 'g-3']) await follow(id);
    await product.flush();
  });

  const own = () => `affiliate_id=${product.data.own.affiliateId}&${day}`;
  const asked = async (role: 'owner' | 'affiliate', path: string) => {
    const persona = product.data.personas.find(({ name }) => name === role);
    const answer = await product.app.inject({
      url: `/api/v1/${path}`,
      headers: { authorization: `Token ${persona?.token}` },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };

  describe.each(['campaign_id', 'adset_id', 'ad_id'] as const)('%s', (grouping) => {
    it.each([
      ['affiliate', 'g-1', 'g-1'],
      ['affiliate', 'g-2', 'Clicked'],
      ['affiliate', 'g-3', 'Paid'],
      ['owner', 'g-1', 'Secret'],
      ['owner', 'g-2', 'Renamed by another'],
      ['owner', 'g-3', 'Paid'],
    ] as const)('in rows: the %s reads %s as %s', async (role, key, label) => {
      const { rows } = (
        await asked(role, `rc-table-data/?group_by=${grouping}&min_revenue=0&${own()}`)
      ).json().data;
      expect(rows.find((row: { key: string }) => row.key === key)).toMatchObject({ label });
    });

    it.each([
      ['affiliate', 'g-1'],
      ['owner', 'Secret'],
    ] as const)('in opened rows and in filters: the %s reads g-1 as %s', async (role, label) => {
      const opened = await asked(
        role,
        `rc-table-data/?group_by=country&parent=${grouping}:g-1&${own()}`,
      );
      expect(opened.json().data.parents).toMatchObject([{ key: 'g-1', label }]);
      const { body } = await asked(
        role,
        `figures/rows/?figure=clicks&cell=${grouping}:g-1&${own()}`,
      );
      expect(body.includes('Secret')).toBe(role === 'owner');
    });

    it('in lists of filters an affiliate reads no name that others gave', async () => {
      for (const counts of [0, 1]) {
        const { projectId } = product.data.own;
        const path = `param-variants/?name=params.${grouping}&counts=${counts}&project_id=${projectId}`;
        const { body } = await asked('affiliate', path);
        expect(body).toContain('g-1');
        expect(body).toContain('Clicked');
        expect(body).not.toMatch(/Secret|Renamed/);
      }
    });
  });

  it('are read in files and in the conversion log by the same rule', async () => {
    for (const path of [
      'export/?report=rc-table-data&format=json&group_by=campaign_id&min_revenue=0',
      'export/?report=rc-table-data&format=csv&group_by=ad_id&sort=label&min_revenue=0',
      'conversions/?',
    ]) {
      expect((await asked('affiliate', `${path}&${own()}`)).body).not.toMatch(/Secret|Renamed/);
    }
  });
});
