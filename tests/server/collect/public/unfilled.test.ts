import { describe, expect, it } from 'vitest';
import { unfilledForms } from '#tests/support/unfilled-forms.ts';
import {
  addAffiliate,
  browser,
  eventsOf,
  openShop,
  post,
  publicFixture,
  type Shop,
} from './fixture.ts';

const fixture = publicFixture();

const get = (url: string) => fixture().app.inject({ url, headers: { 'user-agent': browser } });
const pb = ({ serverKey }: Shop, fields: Record<string, string>) =>
  get(`/t/pb?${new URLSearchParams({ key: serverKey, ...fields })}`);

async function rejectionsOf({ pixelId, token }: Shop): Promise<[string, number][]> {
  const answer = await fixture().app.inject({
    url: `/api/v1/master-pixels/${pixelId}/rejections/`,
    headers: { authorization: `Token ${token}` },
  });
  const { rejections } = answer.json() as { rejections: { reason: string; count: number }[] };
  return rejections.map(({ reason, count }) => [reason, count]);
}

describe('a macro that nobody filled in', () => {
  it('makes no sale of three: each postback is refused by the name of its transaction', async () => {
    const shop = await openShop(fixture());
    for (const [index, payout] of ['10', '20', '30'].entries()) {
      const answer = await pb(shop, {
        click_id: `ck_${index}`,
        txid: '[TRANSACTION_ID]',
        payout,
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { txid: ['txid was not filled by the network.'] },
      ]);
    }
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });

  it.each(['txid', 'click_id', 'affid', 'payout', 'value'])(
    'is refused in a postback as %s in every form',
    async (field) => {
      const shop = await openShop(fixture());
      const sale = { click_id: 'ck_1', txid: 't-1', payout: '9' };
      const taken: string[] = [];
      for (const form of unfilledForms) {
        const answer = await pb(shop, { ...sale, [field]: form });
        const names = Object.keys(answer.statusCode === 400 ? answer.json() : {});
        if (names[0] !== field) taken.push(form);
      }
      expect(taken).toEqual([]);
      expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
    },
    60_000,
  );

  it('is refused from a shop’s server and in a page’s order', async () => {
    const shop = await openShop(fixture());
    const sales = unfilledForms.map((form) => ({
      event_name: 'purchase',
      order_id: form,
      value: '10',
    }));
    const answer = await fixture().app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${shop.serverKey}` },
      payload: { events: sales },
    });
    const rejected = answer.json().rejected as { code: string; field: string; message: string }[];
    expect(rejected).toHaveLength(sales.length);
    expect(new Set(rejected.map(({ code }) => code))).toEqual(new Set(['order_id_invalid']));
    expect(rejected[0]?.message).toBe(
      'order_id is a placeholder that was not filled in: send the value itself.',
    );
    const page = await post(fixture(), { key: shop.key, events: sales.slice(0, 3) });
    expect(page.statusCode).toBe(400);
    expect(Object.keys(page.json())).toContain('events.0.order_id');
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });

  it('is left out of a visitor’s click and counted by its name', async () => {
    const shop = await openShop(fixture());
    const affid = `aff-${shop.projectId}`;
    await addAffiliate(fixture(), shop.projectId, affid);
    const unfilled = {
      affsub: '{sub1}',
      campaign_id: '{{campaign.id}}',
      adset_id: '__AID__',
      gclid: '[gclid]',
      ad_id: 'ad-1',
    };
    const query = new URLSearchParams(unfilled);
    const answer = await get(`/t/c/${affid}?${query}`);
    expect(answer.statusCode).toBe(302);
    const target = new URL(String(answer.headers.location));
    expect([...target.searchParams.keys()]).toEqual(['click_id', 'affid', 'ad_id']);
    await post(fixture(), {
      key: shop.key,
      events: [
        { event_name: 'page_view', affid, ...unfilled, visitor_id: 'undefined' },
        { event_name: 'page_view', url: `https://s.test/?affid=${affid}&${query}` },
        {
          event_name: 'click',
          event_id: '{click_id}',
          click_id: '{click_id}',
          affid,
          ad_id: 'ad-1',
        },
      ],
    });
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows).toHaveLength(4);
    for (const row of rows)
      expect(row).toMatchObject({
        affid,
        ad_id: 'ad-1',
        affsub: '',
        campaign_id: '',
        adset_id: '',
        visitor_id: '',
        platform_click_ids: {},
      });
    expect(await rejectionsOf(shop)).toEqual(
      expect.arrayContaining([
        ['affsub_unfilled', 2],
        ['campaign_id_unfilled', 2],
        ['adset_id_unfilled', 2],
        ['gclid_unfilled', 2],
        ['click_id_unfilled', 1],
        ['visitor_id_unfilled', 1],
      ]),
    );
  });

  it('is kept by no event of a visitor, in any form and on any way', async () => {
    const shop = await openShop(fixture());
    const affid = `aff-${shop.projectId}`;
    await addAffiliate(fixture(), shop.projectId, affid);
    const fieldsWith = (form: string) => ({
      affid,
      affsub: form,
      campaign_id: form,
      gclid: form,
      ad_id: 'ad-1',
    });
    for (const [index, form] of unfilledForms.entries()) {
      const query = new URLSearchParams(fieldsWith(form));
      const image = `/t/p.gif?k=${shop.key}&e=page_view&event_id=image`;
      const page = encodeURIComponent(`https://s.test/?${query}`);
      const ways = [
        `/t/c/${affid}?${query}`,
        `${image}-${index}&${query}`,
        `${image}-of-page-${index}&u=${page}`,
      ];
      for (const url of ways) {
        const remoteAddress = `203.0.${index >> 8}.${index & 255}`;
        const answer = await fixture().app.inject({
          url,
          remoteAddress,
          headers: { 'user-agent': browser },
        });
        expect([form, answer.statusCode]).toEqual([form, expect.toSatisfy((code) => code < 400)]);
      }
    }
    const named = unfilledForms.flatMap((form) => [
      { event_name: 'page_view', ...fieldsWith(form) },
      {
        event_name: 'page_view',
        url: `https://s.test/?${new URLSearchParams(fieldsWith(form))}`,
      },
    ]);
    for (let start = 0; start < named.length; start += 100) {
      const events = named.slice(start, start + 100);
      expect((await post(fixture(), { key: shop.key, events })).statusCode).toBe(204);
    }
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows).toHaveLength(5 * unfilledForms.length);
    const kept = rows.flatMap(({ affsub, campaign_id, platform_click_ids: { gclid = '' } }) =>
      [affsub, campaign_id, gclid].filter((id) => id !== ''),
    );
    expect(kept).toEqual([]);
    expect(new Set(rows.map((row) => `${row.affid} ${row.ad_id}`))).toEqual(
      new Set([`${affid} ad-1`]),
    );
  }, 60_000);

  it('is no id that only looks like one', async () => {
    const shop = await openShop(fixture());
    for (const txid of ['a-1', '#1001', '[US] 1001', '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}'])
      expect((await pb(shop, { click_id: 'ck_1', txid, payout: '10' })).body).toBe('OK');
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(4);
  });
});
