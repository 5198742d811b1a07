import { describe, expect, it } from 'vitest';
import {
  addAffiliate,
  browser,
  eventsOf,
  noon,
  openShop,
  publicFixture,
  type Shop,
} from '../collect/public/fixture.ts';
import { addCap, addOffer, addTerms } from './offers.ts';

const fixture = publicFixture();

type Linked = Shop & { affid: string };

async function openLinked(): Promise<Linked> {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  return { ...shop, affid };
}

const offerOf = (shop: Shop, columns: Record<string, unknown> = {}) =>
  addOffer(fixture().pool, { projectId: shop.projectId, ...columns });

const follow = ({ affid }: Linked, query = '', method: 'GET' | 'HEAD' = 'GET') =>
  fixture().app.inject({
    method,
    url: `/t/c/${affid}?offer=101${query}`,
    headers: { 'user-agent': browser },
  });

/** Follows the link once: where it leads without its query, and what was stored. */
async function followed(shop: Linked, query = '') {
  const { statusCode, headers } = await follow(shop, query);
  expect(statusCode).toBe(302);
  const { origin } = new URL(String(headers.location));
  const [stored] = await eventsOf(fixture(), shop.projectId);
  return { origin, ...stored };
}

describe('a click of a link with an offer', () => {
  it('goes to the offer, and its terms are pinned to it', async () => {
    const shop = await openLinked();
    const terms = await addTerms(fixture().pool, await offerOf(shop));
    expect(await followed(shop)).toMatchObject({
      origin: 'https://offer-101.test',
      offer_id: '101',
      terms_id: terms,
      offer_route: 'offer',
      offer_reason: '',
      linked_offer: '',
      cap_id: 0,
      click_payout: 0,
    });
  });

  it('is stored with what it pays itself', async () => {
    const shop = await openLinked();
    const paid = { payout_type: 'cpc', payout_amount: '0.1525' };
    await addTerms(fixture().pool, await offerOf(shop), paid);
    expect(await followed(shop)).toMatchObject({ click_payout: 0.1525 });
  });

  it('works without terms, as before there were any', async () => {
    const shop = await openLinked();
    await offerOf(shop);
    expect(await followed(shop)).toMatchObject({ terms_id: 0, offer_route: 'offer' });
  });

  it('fills in the macros of the destination', async () => {
    const shop = await openLinked();
    await offerOf(shop, {
      url: 'https://network.test/{offer_id}?a={affid}&s={affsub}&c={campaign_id}&g={adset_id}&d={ad_id}&p={country}&v={device}&id={click_id}',
    });
    const { headers } = await follow(shop, '&affsub=tt%2022%26x&campaign_id=c-1&ad_id={ad_id}');
    const target = new URL(String(headers.location));
    const given = Object.fromEntries(target.searchParams);
    expect(target.origin + target.pathname).toBe('https://network.test/101');
    expect(given).toMatchObject({
      a: shop.affid,
      s: 'tt 22&x',
      c: 'c-1',
      g: '',
      d: '',
      p: 'ZZ',
      v: 'mobile',
    });
    expect(given.id).toBe(given.click_id);
  });

  it.each([
    ['pending', { status: 'pending' }],
    ['paused', { status: 'paused' }],
    ['expired', { status: 'expired' }],
    ['archived', { status: 'archived' }],
    ['expired', { ends_at: noon }],
    ['not_started', { starts_at: new Date(noon.getTime() + 1_000) }],
    ['country', { countries: ['DE'] }],
    ['device', { devices: ['desktop', 'tablet'] }],
    ['os', { os: ['android'] }],
    ['access', { visibility: 'approval' }],
    ['access', { visibility: 'private' }],
  ])('refused for %s goes to the website, with the reason', async (reason, columns) => {
    const shop = await openLinked();
    await addTerms(fixture().pool, await offerOf(shop, columns));
    expect(await followed(shop)).toMatchObject({
      origin: 'https://shop.test',
      offer_id: '101',
      offer_route: 'website',
      offer_reason: reason,
      terms_id: 0,
    });
  });

  it('of an approved affiliate is taken, and of a blocked one nowhere', async () => {
    for (const [status, visibility, route] of [
      ['approved', 'approval', 'offer'],
      ['approved', 'private', 'offer'],
      ['pending', 'approval', 'website'],
      ['rejected', 'private', 'website'],
      ['blocked', 'public', 'website'],
    ]) {
      const shop = await openLinked();
      const offer = await offerOf(shop, { visibility });
      await fixture().pool.query(
        `insert into offer_access (offer_id, affiliate_id, status)
         select $1, id, $2 from affiliates where project_id = $3`,
        [offer, status, shop.projectId],
      );
      expect([status, visibility, (await followed(shop)).offer_route]).toEqual([
        status,
        visibility,
        route,
      ]);
    }
  });

  it('goes along the fallbacks to the first that takes it', async () => {
    const shop = await openLinked();
    const last = await offerOf(shop, { offerId: '103' });
    const terms = await addTerms(fixture().pool, last);
    const middle = await offerOf(shop, {
      offerId: '102',
      status: 'paused',
      fallback_offer_id: last,
    });
    await offerOf(shop, { status: 'archived', fallback_offer_id: middle });
    expect(await followed(shop)).toMatchObject({
      origin: 'https://offer-103.test',
      offer_id: '103',
      linked_offer: '101',
      terms_id: terms,
      offer_route: 'fallback_offer',
      offer_reason: 'archived',
    });
  });

  it('comes out of a circle of fallbacks at the address for that', async () => {
    const shop = await openLinked();
    const one = await offerOf(shop, {
      status: 'paused',
      fallback_url: 'https://else.test/{affid}',
    });
    const other = await offerOf(shop, { offerId: '102', status: 'paused', fallback_offer_id: one });
    await fixture().pool.query('update offers set fallback_offer_id = $1 where id = $2', [
      other,
      one,
    ]);
    const { headers } = await follow(shop);
    expect(headers.location).toMatch(`https://else.test/${shop.affid}?`);
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([
      { offer_id: '101', offer_route: 'fallback_url', offer_reason: 'paused' },
    ]);
  });

  it('over a cap that blocks is answered with a sentence, and stored', async () => {
    const shop = await openLinked();
    const offer = await offerOf(shop, { over_cap_policy: 'block' });
    const cap = await addCap(fixture().pool, offer);
    await useUp(cap, '2026-11-20T00:00:00Z');
    const sentence = 'This offer takes no more clicks at the moment.';
    const page = await follow(shop);
    expect([page.statusCode, page.body, page.headers['content-type']]).toEqual([
      410,
      sentence,
      'text/plain; charset=utf-8',
    ]);
    const json = await follow(shop, '&format=json');
    expect([json.statusCode, json.json()]).toEqual([410, { detail: sentence }]);
    const refused = { offer_id: '101', offer_route: 'refused', offer_reason: 'cap', cap_id: cap };
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([refused, refused]);
  });

  it('over a cap that accepts without paying goes to the offer', async () => {
    const shop = await openLinked();
    const offer = await offerOf(shop);
    const terms = await addTerms(fixture().pool, offer);
    const cap = await addCap(fixture().pool, offer, { policy: 'accept_unpaid' });
    await useUp(cap, '2026-11-20T00:00:00Z');
    expect(await followed(shop)).toMatchObject({
      origin: 'https://offer-101.test',
      offer_route: 'unpaid',
      offer_reason: 'cap',
      cap_id: cap,
      terms_id: terms,
    });
  });

  it('is taken although the cap was full yesterday', async () => {
    const shop = await openLinked();
    const cap = await addCap(fixture().pool, await offerOf(shop));
    await useUp(cap, '2026-11-19T00:00:00Z');
    expect(await followed(shop)).toMatchObject({ offer_route: 'offer' });
  });

  it('of a test reaches an offer that is not open yet', async () => {
    const shop = await openLinked();
    await offerOf(shop, { status: 'pending', countries: ['DE'] });
    expect(await followed(shop, '&test=1')).toMatchObject({ offer_route: 'offer', is_test: 1 });
  });

  it('is only tried by HEAD', async () => {
    const shop = await openLinked();
    await offerOf(shop);
    const { statusCode, headers } = await follow(shop, '', 'HEAD');
    expect([statusCode, headers.location]).toEqual([
      302,
      expect.stringMatching('https://offer-101.test/'),
    ]);
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });

  it('of an unknown offer leads nowhere', async () => {
    const shop = await openLinked();
    expect((await follow(shop)).statusCode).toBe(404);
  });
});

async function useUp(cap: number, period: string): Promise<void> {
  await fixture().pool.query(
    'insert into offer_counts (cap_id, period_start, used, counted_to) values ($1, $2, 10, $2)',
    [cap, period],
  );
}
