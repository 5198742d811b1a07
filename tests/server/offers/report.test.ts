import { beforeEach, describe, expect, it } from 'vitest';
import { type OfferFigures, type OfferReport, offerReportSchema } from '#contract/offers/offer.ts';
import { sharedStores } from '#tests/support/stores.ts';
import type { SignedInUser } from '../projects/users.ts';
import { type OfferCompany, sharedOffers } from './fixture.ts';
import { insertTraffic } from './traffic.ts';

const offers = sharedOffers();
const stores = sharedStores();
let company: OfferCompany;
let offer: number;
let partner: SignedInUser;

const place = { offer: '101', at: '2026-11-19T10:30:00Z' };
const sold = { ...place, value: '50', payout: '20' };

beforeEach(async () => {
  company = await offers().company();
  partner = await company.member('affiliate', [await company.affiliate('a1')]);
  await company.affiliate('a2');
  ({ id: offer } = await company.activated({ hold_days: 1 }));
  const times = (count: number, sample: object) => Array.from({ length: count }, () => sample);
  await insertTraffic(stores().warehouse.writer, company.id, {
    clicks: [
      ...times(6, { ...place, affid: 'a1' }),
      ...times(4, { ...place, affid: 'a2', country: 'DE' }),
      { ...place, affid: 'a1', offer: '102' },
      { ...place, affid: 'a1', at: '2026-11-01T10:00:00Z' },
    ] as Parameters<typeof insertTraffic>[2]['clicks'] & object,
    conversions: [
      { ...sold, affid: 'a1' },
      { ...sold, affid: 'a1', status: 'pending', at: '2026-11-20T10:30:00Z' },
      { ...sold, affid: 'a1', status: 'rejected' },
      { ...sold, affid: 'a2', country: 'DE', value: '30', payout: '45' },
    ],
  });
});

const report = async (query = '', as = company.owner): Promise<OfferReport> => {
  const answer = await company.send('GET', `${offer}/report/${query}`, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return offerReportSchema.parse(answer.json());
};

const whole: OfferFigures = {
  clicks: 10,
  conversions: 3,
  pending: 1,
  approved: 2,
  rejected: 1,
  payout: 85,
  revenue: 130,
  profit: 45,
  epc: 8.5,
  network_epc: 13,
  conversion_rate: 0.3,
  approval_rate: 0.66666667,
  margin: 0.34615385,
};
const own = { clicks: 6, conversions: 2, payout: 40, approval_rate: 0.5 };
const hidden = { revenue: null, profit: null, network_epc: null, margin: null };

describe('the report of an offer', () => {
  it('adds up the last seven days, and has a row for each of them', async () => {
    const { total, rows, start_date, end_date } = await report();
    expect([start_date, end_date]).toEqual(['2026-11-14', '2026-11-20']);
    expect(total).toEqual(whole);
    expect(rows.map(({ key, clicks, conversions }) => [key, clicks, conversions])).toEqual([
      ...['14', '15', '16', '17', '18'].map((day) => [`2026-11-${day}`, 0, 0]),
      ['2026-11-19', 10, 2],
      ['2026-11-20', 0, 1],
    ]);
  });

  it('has the hours of a zone', async () => {
    const query = '?breakdown=hour&start_date=2026-11-19&end_date=2026-11-19&timezone=Asia/Kolkata';
    const { rows } = await report(query);
    expect(rows).toHaveLength(24);
    const filled = rows.filter(({ clicks }) => clicks > 0);
    expect(filled.map(({ key, conversions, approved }) => [key, conversions, approved])).toEqual([
      ['2026-11-19T16:00:00+05:30', 2, 2],
    ]);
  });

  it('tells affiliates apart, and whose conversions are rejected more than the usual', async () => {
    const { rows } = await report('?breakdown=affiliate');
    expect(rows).toMatchObject([
      { key: 'a1', label: 'Partner a1', ...own, revenue: 100, scrub: { rate: 0.5 } },
      { key: 'a2', label: 'Partner a2', clicks: 4, margin: -0.5, scrub: { rate: 0 } },
    ]);
    expect(rows[0]?.scrub?.is_high).toBe(false);
  });

  it.each(['country', 'device', 'campaign', 'ad'])('adds up by %s', async (breakdown) => {
    const { total, rows } = await report(`?breakdown=${breakdown}`);
    expect(rows.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(total.conversions);
    expect(total).toEqual(whole);
  });

  it('shows an affiliate its own figures, without revenue', async () => {
    const { total, rows } = await report('?breakdown=affiliate', partner);
    expect(total).toMatchObject({ ...own, ...hidden });
    expect(rows).toMatchObject([{ key: 'a1', ...own, ...hidden, scrub: null }]);
  });

  it('refuses more days than reports have', async () => {
    const answer = await company.send('GET', `${offer}/report/?start_date=2024-01-01`);
    expect(answer.statusCode).toBe(200);
    const wide = `${offer}/report/?start_date=2024-01-01&end_date=2026-01-01`;
    expect((await company.send('GET', wide)).json()).toEqual({ end_date: [expect.any(String)] });
  });
});

describe('the list', () => {
  it('has the same figures', async () => {
    const [line] = (await company.list('&metrics=1')).json();
    expect(line.figures).toEqual(whole);
    const [seen] = (await company.list('&metrics=1', partner)).json();
    expect(seen.figures).toMatchObject({ ...own, ...hidden });
    expect((await company.list()).json()[0].figures).toBeNull();
  });

  it('filters by status, country, tag and text, and goes on by pages', async () => {
    await company.activated({ name: 'Second', countries: ['DE'], tags: ['x'], category: 'dating' });
    await company.created({ name: 'Third', country_mode: 'exclude', countries: ['DE'] });
    const names = async (query: string) =>
      (await company.list(query)).json().map(({ name }: { name: string }) => name);
    expect(await names('&status=active')).toEqual(['Second', 'Bundle']);
    expect(await names('&country=DE')).toEqual(['Second', 'Bundle']);
    expect(await names('&country=FR')).toEqual(['Third', 'Bundle']);
    expect(await names('&tag=x')).toEqual(['Second']);
    expect(await names('&category=dating')).toEqual(['Second']);
    expect(await names('&search=ECON')).toEqual(['Second']);
    expect(await names('&search=102')).toEqual(['Second']);
    const page = await company.list('&limit=2');
    expect(page.json()).toHaveLength(2);
    expect(await names(`&cursor=${page.headers['x-next-cursor']}`)).toEqual(['Bundle']);
  });
});

describe('the offers by which reports are filtered', () => {
  it('are those of the old call', async () => {
    await company.activated({ name: 'Ended', ends_at: '2026-11-20T12:00:01Z' });
    const archived = await company.activated({ name: 'Unused' });
    await company.send('DELETE', `${archived.id}/`);
    await company.send('DELETE', `${offer}/`);
    offers().clock.advance(2_000);
    const answer = await offers().app.inject({
      url: `/api/v1/offer-ids/?project_id=${company.id}`,
      headers: { authorization: `Token ${company.owner.token}` },
    });
    offers().clock.advance(-2_000);
    expect(answer.json()).toEqual([
      {
        ...{ id: '101', name: 'Bundle', status: 'paused', conversions_30d: 3 },
        last_seen_at: '2026-11-20T10:30:00.000Z',
      },
      { id: '102', name: 'Ended', status: 'paused', conversions_30d: 0, last_seen_at: null },
    ]);
  });
});
