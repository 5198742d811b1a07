import { beforeEach, describe, expect, it } from 'vitest';
import { termsPreviewSchema, termsSchema } from '#contract/offers/terms.ts';
import { readTermsOf } from '#server/offers/offer-facts.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { flat, type OfferCompany, sharedOffers, terms } from './fixture.ts';
import { insertTraffic } from './traffic.ts';

const offers = sharedOffers();
const stores = sharedStores();
let company: OfferCompany;
let offer: number;
beforeEach(async () => {
  company = await offers().company();
  ({ id: offer } = await company.activated());
});

const add = async (body: object, headers = {}) =>
  company.send('POST', `${offer}/terms/`, { body, headers });
async function added(body: object) {
  const answer = await add(body);
  expect(answer.statusCode, answer.body).toBe(201);
  return termsSchema.parse(answer.json());
}
const list = async (as = company.owner) =>
  termsSchema.array().parse((await company.send('GET', `${offer}/terms/`, { as })).json());
const later = (day: string) => ({ ...terms, starts_at: `${day}T00:00:00Z` });

describe('terms', () => {
  it('end where later ones with the same keys begin', async () => {
    const planned = await added({ ...later('2026-12-01'), payout_amount: '35', reason: 'Season' });
    await added({ ...later('2026-12-10'), country: 'UK' });
    expect((await list()).map(({ country, state, ends_at }) => [country, state, ends_at])).toEqual([
      ['GB', 'planned', null],
      [null, 'planned', null],
      [null, 'current', '2026-12-01T00:00:00.000Z'],
    ]);
    const [entry] = (await company.audited()).slice(1);
    expect(entry).toMatchObject({
      action: 'offer.terms-added',
      details: { offer, terms: planned.id, payout_amount: '35', reason: 'Season' },
    });
  });

  it('that end do not give way to the earlier ones with the same keys, for clicks either', async () => {
    await added({ ...later('2026-12-01'), ends_at: '2026-12-10T00:00:00Z' });
    const all = (await readTermsOf(offers().pool, [offer])).get(offer);
    expect(all?.map(({ endsAt }) => endsAt && new Date(endsAt).toISOString())).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2026-12-10T00:00:00.000Z',
    ]);
    expect((await list()).map(({ ends_at }) => ends_at)).toEqual([
      '2026-12-10T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
    ]);
  });

  it.each([
    ['payout_pct', { ...terms, payout_pct: '50' }, /no share/],
    [
      'revenue_amount',
      { ...terms, revenue_type: 'none', revenue_amount: '40' },
      /no amount: leave it empty/,
    ],
    ['starts_at', { ...terms, starts_at: '2026-11-20T11:59:00Z' }, /now or later/],
    ['payout_amount', { ...flat, payout_amount: '40.01' }, /above the revenue/],
    [
      'payout_pct',
      { revenue_type: 'rps', revenue_pct: '5', payout_type: 'cps', payout_pct: '6' },
      /above the revenue/,
    ],
    [
      'tiers.0.amount',
      { ...terms, tiers: [{ from_count: 10, amount: '50' }] },
      /above the revenue/,
    ],
    ['country', { ...terms, country: 'QQ' }, /no country/],
    ['affiliate', { ...terms, affiliate: 2_147_483_647 }, /no such affiliate/],
  ])('are refused at %s', async (field, body, sentence) => {
    const answer = await add(body);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    expect(answer.json()[field][0]).toMatch(sentence);
    const preview = await company.send('POST', `${offer}/terms/preview/`, { body });
    expect(preview.json()).toEqual(answer.json());
    expect(await list()).toHaveLength(1);
  });

  it('with the same keys and the same start are refused, whatever they pay', async () => {
    await added(later('2026-12-01'));
    const again = await add({ ...later('2026-12-01'), payout_amount: '30' });
    expect(again.json()).toEqual({ starts_at: [expect.stringMatching(/start then already/)] });
    expect((await add(terms)).json()).toEqual({ starts_at: [expect.any(String)] });
  });

  it('are added once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the-same-terms-once' };
    const body = later('2026-12-01');
    const [one, other] = [await add(body, headers), await add(body, headers)];
    expect([one.statusCode, other.json()]).toEqual([201, one.json()]);
  });

  it('can be withdrawn while they are planned, and then begin again', async () => {
    const { id } = await added(later('2026-12-01'));
    for (const _ of [1, 2]) {
      const answer = await company.send('POST', `${offer}/terms/${id}/withdraw/`);
      expect(answer.json()).toMatchObject({ state: 'withdrawn', can_withdraw: false });
    }
    await added(later('2026-12-01'));
    expect((await company.send('POST', '1/terms/1/withdraw/')).statusCode).toBe(404);
  });

  it('that apply are withdrawn for 15 minutes, unless a click follows them', async () => {
    const [first] = await list();
    const isFree = async () => (await list()).at(-1)?.can_withdraw;
    expect(await isFree()).toBe(true);
    const click = { affid: 'a1', offer: '101', at: '2026-11-20T11:00:00Z' };
    await insertTraffic(stores().warehouse.writer, company.id, {
      clicks: [{ ...click, terms: first?.id ?? 0 }],
    });
    expect(await isFree()).toBe(false);
    const refused = await company.send('POST', `${offer}/terms/${first?.id}/withdraw/`);
    expect(refused.statusCode).toBe(409);
  });

  it('are no longer free after 15 minutes', async () => {
    offers().clock.advance(15 * 60_000);
    expect((await list())[0]?.can_withdraw).toBe(false);
    offers().clock.advance(-15 * 60_000);
  });

  it('are set by owners and managers', async () => {
    for (const [role, status] of [
      ['manager', 201],
      ['buyer', 403],
      ['viewer', 403],
    ] as const) {
      const body = { ...later('2026-12-01'), country: role === 'manager' ? 'US' : 'CA' };
      const as = await company.member(role);
      const answer = await company.send('POST', `${offer}/terms/`, { body, as });
      expect([role, answer.statusCode]).toEqual([role, status]);
    }
  });
});

describe('less payout', () => {
  const less = { ...flat, payout_amount: '20' };
  let affiliate: number;
  beforeEach(async () => {
    affiliate = await company.affiliate('a1');
    await company.member('affiliate', [affiliate]);
    offers().clock.advance(1_000);
    const clicks = [{ affid: 'a1', offer: '101', at: '2026-11-19T10:00:00Z' }];
    await insertTraffic(stores().warehouse.writer, company.id, { clicks });
  });

  it('begins on the next day in the zone of the offer at the earliest, and is told by mail', async () => {
    await company.done('PATCH', `${offer}/`, { body: { timezone: 'Asia/Tokyo' } });
    expect((await add(less)).json()).toEqual({
      starts_at: [
        'This pays less to a1, who sent clicks in the last 7 days: start it on 2026-11-21 (Asia/Tokyo) or later.',
      ],
    });
    await added({ ...less, starts_at: '2026-11-21T00:00:00+09:00' });
    expect(offers().mailbox.mails.at(-1)).toMatchObject({
      subject: 'Lower payout: Bundle',
      text: expect.stringContaining('From 2026-11-21 at 00:00 (Asia/Tokyo) the offer Bundle pays'),
    });
  });

  it('because more payout ends begins on the next day at the earliest, and is told by mail', async () => {
    const more = { ...flat, payout_amount: '35' };
    const answer = await add({ ...more, ends_at: '2026-11-20T13:00:00Z' });
    expect(answer.json()).toEqual({
      ends_at: [
        'Its end pays less to a1, who sent clicks in the last 7 days: end it on 2026-11-21 (UTC) or later.',
      ],
    });
    await added({ ...more, ends_at: '2026-11-21T00:00:00Z' });
    expect(offers().mailbox.mails.at(-1)).toMatchObject({
      text: expect.stringContaining('From 2026-11-21 at 00:00 (UTC) the offer Bundle pays'),
    });
  });

  it('is none where other terms go on when more payout ends', async () => {
    await added({ ...flat, payout_amount: '35', affiliate, ends_at: '2026-11-20T13:00:00Z' });
  });

  it('of another affiliate, and more payout, begin at once', async () => {
    const other = await company.affiliate('a2');
    await added({ ...less, affiliate: other });
    await added({ ...flat, payout_amount: '33', affiliate });
  });
});

describe('the preview', () => {
  it('says whom terms would have affected in the last 28 days, and by how much', async () => {
    for (const code of ['a1', 'a2']) await company.affiliate(code);
    const [first] = await list();
    const at = '2026-11-10T10:00:00Z';
    const sold = { offer: '101', at, value: '40', payout: '32', terms: first?.id ?? 0 };
    await insertTraffic(stores().warehouse.writer, company.id, {
      conversions: [
        { ...sold, affid: 'a1' },
        { ...sold, affid: 'a1', value: '90' },
        { ...sold, affid: 'a2' },
        { ...sold, affid: 'a2', country: 'DE' },
        { ...sold, affid: 'a2', status: 'rejected' },
        { ...sold, affid: 'a2', at: '2026-10-01T10:00:00Z' },
      ],
    });
    const body = {
      ...{ revenue_type: 'rpa', revenue_amount: '50', payout_type: 'cpa', payout_amount: '60' },
      ...{ country: 'US', allow_negative_margin: true },
    };
    const answer = await company.send('POST', `${offer}/terms/preview/`, { body });
    const { affiliates, total, warnings, replaces } = termsPreviewSchema.parse(answer.json());
    expect(replaces).toBeNull();
    const one = { conversions: 1, payout_before: 32, payout_after: 60 };
    expect(affiliates).toMatchObject([
      {
        ...{ affid: 'a1', conversions: 2, payout_before: 64, payout_after: 120 },
        ...{ revenue_before: 130, revenue_after: 140, negative_margin: false },
      },
      { affid: 'a2', ...one, revenue_before: 40, revenue_after: 50, negative_margin: true },
    ]);
    expect(total).toMatchObject({ conversions: 3, payout_after: 180, revenue_after: 190 });
    expect(warnings).toEqual([
      'In the last 28 days these terms would have lost money with Partner a2.',
    ]);
    expect(await list()).toHaveLength(1);
  });

  it('names the terms that end, and says where nothing would have followed them', async () => {
    const [first] = await list();
    const answer = await company.send('POST', `${offer}/terms/preview/`, {
      body: later('2026-12-01'),
    });
    expect(answer.json()).toMatchObject({
      replaces: first?.id,
      starts_at: '2026-12-01T00:00:00.000Z',
      affiliates: [],
      warnings: ['No conversion of the last 28 days would have followed these terms.'],
    });
  });
});
