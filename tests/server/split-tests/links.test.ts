import { describe, expect, it } from 'vitest';
import { isLinkClickId } from '#server/attribution/link-click.ts';
import { variantOf } from '#server/split-clicks/assign.ts';
import {
  addAffiliate,
  browser,
  eventsOf,
  openShop,
  publicFixture,
} from '../collect/public/fixture.ts';
import { addCap, addOffer, addTerms } from '../offers/offers.ts';
import { addTest, pageA, pageB } from './tests.ts';

const fixture = publicFixture();

type Wanted = Omit<Parameters<typeof addTest>[1], 'projectId'> & { consentMode?: string };

async function tested({ consentMode = 'assumed', ...wanted }: Wanted = {}) {
  const shop = await openShop(fixture(), { consentMode });
  const test = await addTest(fixture().pool, { projectId: shop.projectId, ...wanted });
  return { ...shop, ...test, follow: followerOf(test.slug) };
}

const followerOf =
  (slug: string) =>
  async (query = '', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const url = `/t/x/${slug}/${query}`;
    const answer = await fixture().app.inject({
      ...{ url, method, headers: { 'user-agent': browser, ...headers } },
    });
    const location = answer.headers.location;
    return { answer, to: location === undefined ? null : new URL(String(location)) };
  };

const exposuresOf = async (projectId: number) =>
  (await eventsOf(fixture(), projectId)).filter(
    ({ event_name: name }) => name === 'experiment_exposure',
  );

const cookiesIn = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []].flat().map(String);

describe('the link of a split test', () => {
  it('leads to a variant with the query, a click id and the variant, and no cache keeps it', async () => {
    const { follow, projectId, id, seed } = await tested();
    const { answer, to } = await follow(
      '?visitor_id=visitor-1&utm_source=news&Sub=7&utm_source2=x',
    );
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      302,
      'private, no-store',
    ]);
    const halves = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));
    const variant = variantOf('visitor-1', { seed, trafficPct: 100, weights: halves });
    expect(`${to?.origin}${to?.pathname}`).toBe(variant === 'A' ? pageA : pageB);
    const carried = Object.fromEntries(to?.searchParams ?? []);
    expect(carried).toEqual({
      ...{ click_id: expect.stringMatching(/^ck_[\w-]{22}$/), v: variant },
      ...{ visitor_id: 'visitor-1', utm_source: 'news', Sub: '7', utm_source2: 'x' },
    });
    expect(await exposuresOf(projectId)).toMatchObject([
      {
        ...{ test_id: id, test_variant: variant, test_phase: 1, visitor_id: 'visitor-1' },
        ...{ click_id: carried.click_id, utm_source: 'news', side: 'browser' },
      },
    ]);
  });

  it('keeps the click id that it is given, and a parameter that the page has', async () => {
    const { follow } = await tested({ places: ['https://shop.test/?size=4&c={click_id}', pageB] });
    const { to } = await follow('?click_id=gclid-1234&size=5&v=Z&preview=no');
    if (to?.pathname === '/') {
      expect([to.searchParams.get('size'), to.searchParams.get('c')]).toEqual(['4', 'gclid-1234']);
    }
    expect(to?.searchParams.get('click_id')).toBe('gclid-1234');
    expect(to?.searchParams.get('v')).toMatch(/^[AB]$/);
    expect(to?.searchParams.has('preview')).toBe(false);
  });

  it('leads a unit to the same variant each time, and units apart', async () => {
    const { follow, seed } = await tested();
    const weights = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));
    const seen = new Set<string | null>();
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const unit = `visitor-${visitor}`;
      const byQuery = (await follow(`?visitor_id=${unit}`)).to?.searchParams.get('v') ?? null;
      const byCookie = (await follow('', { cookie: `a=1; _mp_id=${unit}` })).to;
      expect(byCookie?.searchParams.get('v')).toBe(byQuery);
      expect(byQuery).toBe(variantOf(unit, { seed, trafficPct: 100, weights }));
      seen.add(byQuery);
    }
    expect([...seen].sort()).toEqual(['A', 'B']);
  });

  it('assigns each click anew where clicks are the units', async () => {
    const { follow, seed, projectId } = await tested({ unit: 'click' });
    const weights = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));
    for (let click = 0; click < 10; click += 1) {
      const { to, answer } = await follow('', { cookie: '_mp_id=visitor-1' });
      const unit = to?.searchParams.get('click_id') ?? '';
      expect(to?.searchParams.get('v')).toBe(variantOf(unit, { seed, trafficPct: 100, weights }));
      expect(cookiesIn(answer.headers)).toEqual([]);
    }
    expect(new Set((await exposuresOf(projectId)).map((one) => one.click_id)).size).toBe(10);
  });

  it('recognises a new visitor by the cookie of the pixel, on every host of the site', async () => {
    const { follow, projectId } = await tested();
    const { answer, to } = await follow('', { host: 'go.shop.test' });
    const cookies = cookiesIn(answer.headers);
    const [id] = /(?<=^_mp_id=)[\w-]{22}/.exec(cookies[0] ?? '') ?? [];
    expect(cookies).toEqual(
      ['go.shop.test', 'shop.test'].map(
        (host) => `_mp_id=${id}; Domain=${host}; Path=/; Max-Age=7776000; SameSite=Lax`,
      ),
    );
    const again = await follow('', { cookie: `_mp_id=${id}` });
    expect(again.to?.searchParams.get('v')).toBe(to?.searchParams.get('v'));
    expect(cookiesIn(again.answer.headers)).toEqual([]);
    expect((await exposuresOf(projectId)).map((one) => one.visitor_id)).toEqual([id, id]);
    expect(cookiesIn((await follow('', { host: 'localhost:3000' })).answer.headers)).toEqual([
      expect.stringMatching(/^_mp_id=[\w-]{22}; Path=/),
    ]);
    const byAddress = (await follow('', { host: '203.0.113.9' })).answer;
    expect(cookiesIn(byAddress.headers)).toEqual([expect.not.stringContaining('Domain')]);
  });

  it.each(['required', 'per_region'])('sets no cookie where consent is %s', async (consentMode) => {
    const { follow, projectId } = await tested({ consentMode });
    const { answer, to } = await follow();
    expect(cookiesIn(answer.headers)).toEqual([]);
    expect(to?.searchParams.get('v')).toMatch(/^[AB]$/);
    expect(await exposuresOf(projectId)).toHaveLength(1);
  });

  it('leads a visitor who objects to the control, without a cookie, an id or an exposure', async () => {
    const { follow, projectId } = await tested({ weights: [100, 9_900] });
    const gpc = { 'sec-gpc': '1' };
    for (const query of ['', '?visitor_id=visitor-1', '?visitor_id=visitor-2']) {
      const { answer, to } = await follow(query, gpc);
      expect([to?.pathname, to?.searchParams.get('v')]).toEqual(['/a', 'A']);
      expect(to?.searchParams.has('click_id')).toBe(false);
      expect(cookiesIn(answer.headers)).toEqual([]);
    }
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it.each([
    ['a bot', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }, 'GET'],
    ['a HEAD request', {}, 'HEAD'],
  ] as const)('leads %s on, and counts no exposure', async (_, headers, method) => {
    const { follow, projectId } = await tested();
    const { answer, to } = await follow('', headers, method);
    expect([answer.statusCode, to?.origin]).toEqual([302, 'https://shop.test']);
    expect(cookiesIn(answer.headers)).toEqual([]);
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('is not led ahead, so that it counts when it is followed: %s: %s', async (name, value) => {
    const { follow, projectId } = await tested();
    const { answer } = await follow('', { [name]: value });
    expect([answer.statusCode, answer.headers.location, cookiesIn(answer.headers)]).toEqual([
      ...[503, undefined, []],
    ]);
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
    await follow();
    expect(await exposuresOf(projectId)).toHaveLength(1);
  });

  it('shows each variant to a person with its token, and counts none', async () => {
    const { follow, projectId, previewToken } = await tested({ status: 'draft' });
    for (const [key, path] of [
      ['A', '/a'],
      ['B', '/b'],
    ]) {
      const { to } = await follow(`?preview=${previewToken}&v=${key}`);
      expect([to?.pathname, to?.searchParams.get('v')]).toEqual([path, key]);
      expect(to?.searchParams.has('preview')).toBe(false);
    }
    expect((await follow('?preview=guess&v=B')).to?.pathname).toBe('/a');
    expect((await follow(`?preview=${previewToken}&v=C`)).to?.pathname).toBe('/a');
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it.each(['draft', 'paused', 'stopped'] as const)(
    'leads everybody to the control while the test is %s',
    async (status) => {
      const { follow, projectId } = await tested({ status, weights: [100, 9_900] });
      for (let visitor = 0; visitor < 5; visitor += 1) {
        const { to } = await follow(`?visitor_id=visitor-${visitor}`);
        expect([to?.pathname, to?.searchParams.get('v')]).toEqual(['/a', 'A']);
      }
      expect(await eventsOf(fixture(), projectId)).toEqual([]);
    },
  );

  it('leads everybody to what was shipped, also from the archive', async () => {
    const { follow, projectId, id } = await tested({ status: 'stopped', weights: [9_900, 100] });
    const { pool } = fixture();
    await pool.query(
      `insert into split_test_ships (id, test_id, variant, status_before, shipped_at) values ($1, $1, 'B', 'running', now())`,
      [id],
    );
    expect((await follow()).to?.pathname).toBe('/b');
    await pool.query('update split_tests set archived_at = now() where id = $1', [id]);
    expect((await follow('?visitor_id=visitor-1')).to?.searchParams.get('v')).toBe('B');
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it('leads visitors who take no part to the control, and counts none of them', async () => {
    const { follow, projectId, seed } = await tested({ trafficPct: 50 });
    const weights = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));
    const units = Array.from({ length: 20 }, (_, at) => `visitor-${at}`);
    const inTest = units.filter((unit) => variantOf(unit, { seed, trafficPct: 50, weights }));
    for (const unit of units) {
      const { to } = await follow(`?visitor_id=${unit}`);
      if (!inTest.includes(unit)) expect(to?.pathname).toBe('/a');
    }
    const seen = (await exposuresOf(projectId)).map((one) => one.visitor_id);
    expect(seen.sort()).toEqual(inTest.sort());
  });

  it('finds the test of the project whose key is in the link, else the oldest', async () => {
    const one = await tested({ slug: 'same-name' });
    const other = await tested({ slug: 'same-name', places: ['https://other.test/', pageB] });
    const to = async (query: string) => (await one.follow(`${query}&visitor_id=v-12345`)).to;
    await fixture().pool.query('update split_tests set status = $1 where slug = $2', [
      ...['paused', 'same-name'],
    ]);
    expect((await to('?a=1'))?.hostname).toBe('shop.test');
    expect((await to(`?k=${other.key}`))?.hostname).toBe('other.test');
    expect((await to(`?k=${one.key}`))?.searchParams.has('k')).toBe(false);
  });

  it('answers 404 where there is no such test', async () => {
    expect((await followerOf('no-such-test')()).answer.statusCode).toBe(404);
    const { slug } = await tested();
    expect((await followerOf(slug)('?k=mp_unknown')).answer.statusCode).toBe(404);
  });

  it('tells a page its variant, and counts it when the page has shown it', async () => {
    const { follow, projectId, seed, previewToken } = await tested();
    const weights = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      const { answer } = await follow(`?format=json${query}`, headers);
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(cookiesIn(answer.headers)).toEqual([]);
      return answer.json();
    };
    for (const unit of ['visitor-1', 'visitor-2', 'visitor-3', 'visitor-4']) {
      const variant = variantOf(unit, { seed, trafficPct: 100, weights });
      expect(await ask(`&visitor_id=${unit}`)).toEqual({ variant, phase: 1 });
    }
    const control = { variant: 'A', phase: null };
    expect(await ask('')).toEqual(control);
    expect(await ask('', { cookie: '_mp_id=visitor-2' })).toEqual(control);
    expect(await ask('&visitor_id=visitor-2', { 'sec-gpc': '1' })).toEqual(control);
    expect(await ask('&visitor_id=visitor-2', { 'user-agent': 'Googlebot/2.1' })).toEqual(control);
    expect(await ask(`&preview=${previewToken}&v=B`)).toEqual({ variant: 'B', phase: null });
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });
});

describe('the link of a test of offers', () => {
  async function offered(wanted: Wanted = {}) {
    const shop = await openShop(fixture());
    const { pool } = fixture();
    const { projectId } = shop;
    const affid = `aff-${projectId}`;
    await addAffiliate(fixture(), projectId, affid);
    const offers = [
      await addOffer(pool, { projectId, offerId: '101' }),
      await addOffer(pool, { projectId, offerId: '102', fallback_url: 'https://else.test/' }),
    ];
    const test = await addTest(pool, {
      ...{ projectId, kind: 'offer', unit: 'click', places: offers },
      ...wanted,
    });
    return { ...shop, ...test, offers, affid, follow: followerOf(test.slug) };
  }

  it('leads as the tracking link of the affiliate does, with the click as the unit', async () => {
    const { follow, affid, seed, projectId, offers, id } = await offered();
    const terms = [
      await addTerms(fixture().pool, offers[0] ?? 0),
      await addTerms(fixture().pool, offers[1] ?? 0),
    ];
    const weights = ['A', 'B'].map((key) => ({ key, weightBp: 5000 }));
    for (let turn = 0; turn < 6; turn += 1) {
      const { answer, to } = await follow(`?affid=${affid}&affsub=s-1&click_id=mine-1234`);
      expect(answer.statusCode).toBe(302);
      const click = to?.searchParams.get('click_id') ?? '';
      expect(isLinkClickId(click, projectId)).toBe(true);
      const isControl = variantOf(click, { seed, trafficPct: 100, weights }) === 'A';
      expect(to?.hostname).toBe(isControl ? 'offer-101.test' : 'offer-102.test');
      const events = (await eventsOf(fixture(), projectId)).filter((one) => one.click_id === click);
      const common = { affid, affsub: 's-1', click_id: click };
      const [offer_id, terms_id] = isControl ? ['101', terms[0]] : ['102', terms[1]];
      expect(events).toMatchObject([
        { event_name: 'click', ...common, offer_id, terms_id, offer_route: 'offer', test_id: '' },
        { event_name: 'experiment_exposure', ...common, test_id: id, test_phase: 1 },
      ]);
    }
  });

  it('keeps the caps of its offers', async () => {
    const { follow, affid, offers, projectId } = await offered({
      weights: [100, 9_900],
      seed: 'b',
    });
    await addCap(fixture().pool, offers[1] ?? 0, { metric: 'clicks', most: 2 });
    const places: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const { to } = await follow(`?affid=${affid}`);
      if (to?.hostname !== 'offer-101.test') places.push(to?.hostname ?? '');
    }
    expect(places.slice(0, 3)).toEqual(['offer-102.test', 'offer-102.test', 'else.test']);
    expect(new Set(places.slice(2))).toEqual(new Set(['else.test']));
    expect(await exposuresOf(projectId)).toHaveLength(12);
  });

  it('leads to the website without an affiliate, and counts no exposure', async () => {
    const { follow, projectId } = await offered();
    const { to } = await follow('?utm_source=news');
    expect(to?.href).toMatch(/^https:\/\/shop\.test\/\?click_id=ck_[\w-]+&v=[AB]&utm_source=news$/);
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it('answers as the link does to an affiliate that there is not', async () => {
    const { follow, projectId } = await offered();
    expect((await follow('?affid=unknown')).answer.statusCode).toBe(404);
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it('makes no click for a HEAD request or a preview', async () => {
    const { follow, affid, projectId, previewToken } = await offered();
    expect((await follow(`?affid=${affid}`, {}, 'HEAD')).answer.statusCode).toBe(302);
    expect((await follow(`?preview=${previewToken}&v=B`)).to?.hostname).toBe('offer-102.test');
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it('counts the click of a visitor who objects without an id, and leads to the control', async () => {
    const { follow, affid, projectId } = await offered({ weights: [100, 9_900] });
    const { to } = await follow(`?affid=${affid}`, { 'sec-gpc': '1' });
    expect([to?.hostname, to?.searchParams.has('click_id')]).toEqual(['offer-101.test', false]);
    expect(await eventsOf(fixture(), projectId)).toMatchObject([
      { event_name: 'click', click_id: '', visitor_id: '', client_ip: '' },
    ]);
  });
});
