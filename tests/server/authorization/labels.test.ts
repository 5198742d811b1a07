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
