import { describe, expect, it } from 'vitest';
import { clickIds, touchFields } from '#pixel/event.ts';
import { fieldsOf } from '#pixel/landing.ts';
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

type Linked = Shop & { affid: string };

async function linked(url: string): Promise<Linked> {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  await fixture().pool.query(
    `insert into offers (project_id, offer_id, name, url) values ($1, '101', 'Shoes', $2)`,
    [shop.projectId, url],
  );
  return { ...shop, affid };
}

/** The target of the link, from `Location`. */
async function followed({ affid }: Linked, query: string): Promise<URL> {
  const { statusCode, headers } = await fixture().app.inject({
    url: `/t/c/${affid}?offer=101${query}`,
    headers: { 'user-agent': browser },
  });
  expect(statusCode).toBe(302);
  return new URL(String(headers.location));
}

/** The click that `px.js` reports from a landing. */
async function seen({ key }: Shop, landing: URL, visitor = 'v-1'): Promise<void> {
  const fields = fieldsOf(landing.search);
  const click = {
    event_name: 'click',
    event_id: fields.click_id,
    visitor_id: visitor,
    url: landing.href.replace(/#.*/, ''),
    ...fields,
  };
  const { statusCode } = await post(fixture(), { key, events: [click] });
  expect(statusCode).toBe(204);
}

/** The clicks of a shop's day on the dashboard. */
async function clicksOf({ projectId, token }: Shop): Promise<number> {
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/cc-data/?affiliate_id=all&project_id=${projectId}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`,
    headers: { authorization: `Token ${token}` },
  });
  return answer.json().data.clicks;
}

const named = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

describe('the landing behind a tracking link', () => {
  it('credits the affiliate with a sale that only has the visitor', async () => {
    const shop = await linked('https://shoes.test/buy?size=42#top');
    await fixture().pool.query(
      `insert into affiliate_terms (affiliate_id, valid_from, payout_type, payout_value)
       select id, 'epoch', 'cpa', 12 from affiliates where project_id = $1`,
      [shop.projectId],
    );
    const landing = await followed(shop, '&affsub=tt-22&utm_source=news&ad_id=a-1');
    await seen(shop, landing);
    const told = await fixture().app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${shop.serverKey}` },
      payload: {
        events: [{ event_name: 'purchase', order_id: '5521', value: '86.50', visitor_id: 'v-1' }],
      },
    });
    expect(told.statusCode).toBe(202);
    await fixture().mover.flush();
    const answer = await fixture().app.inject({
      url: `/api/v1/conversions/?affiliate_id=all&project_id=${shop.projectId}&start_date=2026-11-20&end_date=2026-11-20`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(answer.json()).toMatchObject([
      {
        order_id: '5521',
        affid: shop.affid,
        affsub: 'tt-22',
        offer_id: '101',
        payout: 12,
        utm_source: 'news',
        ad_id: 'a-1',
      },
    ]);
  });

  it('is one visit, however often it is reported', async () => {
    const shop = await linked('https://shoes.test/buy');
    const landing = await followed(shop, '&affsub=tt-22');
    await seen(shop, landing);
    await seen(shop, landing);
    await seen(shop, await followed(shop, ''), 'v-2');
    const clicks = (await eventsOf(fixture(), shop.projectId)).filter(
      (one) => one.affid === shop.affid,
    );
    expect(clicks.map(({ is_twin, visitor_id }) => `${is_twin} ${visitor_id}`).sort()).toEqual([
      '0 ',
      '0 ',
      '1 v-1',
      '1 v-2',
    ]);
    expect(await clicksOf(shop)).toBe(2);
  });

  it('counts by itself where the click of the link was not stored', async () => {
    const shop = await linked('https://shoes.test/buy');
    await seen(shop, await followed(shop, `&utm_source=${'x'.repeat(2_049)}`));
    expect(await clicksOf(shop)).toBe(1);
  });

  it('counts by itself for another project', async () => {
    const [shop, other] = [await linked('https://shoes.test/buy'), await openShop(fixture())];
    await seen(other, await followed(shop, ''));
    expect([await clicksOf(shop), await clicksOf(other)]).toEqual([1, 1]);
  });

  it('is a test where the link was one', async () => {
    const shop = await linked('https://shoes.test/buy');
    await seen(shop, await followed(shop, '&test=1'));
    expect(await clicksOf(shop)).toBe(0);
  });

  it('gets every parameter that px.js reads, and no other', async () => {
    const shop = await linked('https://shoes.test/');
    const names = [...touchFields, ...clickIds];
    const input = Object.fromEntries(names.map((name) => [name, `${name}-1`]));
    const query = new URLSearchParams({ ...input, visitor_id: 'v', value: '1', next: '/' });
    const landing = await followed(shop, `&${query}`);
    expect(fieldsOf(landing.search)).toEqual({
      ...input,
      affid: shop.affid,
      offer_id: '101',
      click_id: landing.searchParams.get('click_id'),
    });
    expect(Object.keys(named(landing)).sort()).toEqual([...names].sort());
    expect(landing.searchParams.get('click_id')).toMatch(/^ck_[\w-]{22}$/);
  });

  it('keeps its own parameters, in any spelling', async () => {
    const shop = await linked(
      'https://shoes.test/buy?UTM_Source=shop&affsub=&size=42&size=43#/cart',
    );
    const landing = await followed(shop, '&utm_source=evil&affsub=evil&size=evil&utm_medium=cpc');
    const clickId = landing.searchParams.get('click_id');
    expect(landing.href).toBe(
      `https://shoes.test/buy?UTM_Source=shop&affsub=&size=42&size=43&click_id=${clickId}` +
        `&affid=${shop.affid}&offer_id=101&utm_medium=cpc#/cart`,
    );
  });

  it('keeps its address, whatever the link contains', async () => {
    const shop = await linked('https://shoes.test/buy');
    const evil = 'https://evil.test/\\evil.test:1#&a=b?c\r\nSet-Cookie: d';
    const landing = await followed(shop, `&utm_source=${encodeURIComponent(evil)}`);
    expect([landing.origin, landing.pathname, landing.hash]).toEqual([
      'https://shoes.test',
      '/buy',
      '',
    ]);
    expect(landing.searchParams.get('a')).toBeNull();
    expect(landing.searchParams.get('utm_source')).toBe(evil.replace('\r\n', ' '));
  });

  it('gets no address of a person', async () => {
    const shop = await linked('https://shoes.test/');
    const landing = await followed(shop, '&affsub=ann%40mail.test&utm_source=news');
    expect(named(landing)).not.toHaveProperty('affsub');
    expect(named(landing)).toHaveProperty('utm_source', 'news');
  });

  it('has an address that servers accept, and the parameters that fit into it', async () => {
    const shop = await linked('https://shoes.test/');
    const long = 'ü'.repeat(400);
    const landing = await followed(shop, `&affsub=${long}&utm_source=${'x'.repeat(1_900)}&ad_id=1`);
    expect(landing.href.length).toBeLessThan(2_048);
    expect(named(landing)).toMatchObject({ affid: shop.affid, offer_id: '101', ad_id: '1' });
    expect(named(landing)).not.toHaveProperty('affsub');
  });

  it('gets what an affiliate names of itself before the campaign', async () => {
    const shop = await linked(`https://shoes.test/?list=${'x'.repeat(1_600)}`);
    const [own, campaign] = ['a'.repeat(200), 'c'.repeat(200)];
    const landing = await followed(shop, `&campaign_id=${campaign}&affsub=${own}`);
    expect(named(landing)).toMatchObject({ offer_id: '101', affsub: own });
    expect(named(landing)).not.toHaveProperty('campaign_id');
  });

  it('gets the affiliate even where its own address is long', async () => {
    const own = `https://shoes.test/?list=${'x'.repeat(3_000)}`;
    const shop = await linked(own);
    const landing = await followed(shop, '&affsub=tt-22');
    expect(landing.href).toBe(
      `${own}&click_id=${landing.searchParams.get('click_id')}&affid=${shop.affid}`,
    );
  });
});
