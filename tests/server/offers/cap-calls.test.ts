import { beforeEach, describe, expect, it } from 'vitest';
import { capSchema, capStatusSchema } from '#contract/offers/caps.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type OfferCompany, sharedOffers, terms } from './fixture.ts';
import { insertTraffic } from './traffic.ts';

const shared = sharedOffers();
const stores = sharedStores();
let company: OfferCompany;
beforeEach(async () => {
  company = await shared().company();
});

const daily = { metric: 'conversions', interval: 'day', limit: '4' };

async function added(offer: number, body: object = daily) {
  const answer = await company.send('POST', `${offer}/caps/`, { body });
  expect(answer.statusCode, answer.body).toBe(201);
  return capSchema.parse(answer.json());
}

const listed = async (offer: number, as = company.owner) =>
  (await company.send('GET', `${offer}/caps/`, { as })).json();

async function statuses(offer: number, as = company.owner) {
  const answer = await company.send('GET', `${offer}/cap-status/`, { as });
  expect(answer.statusCode, answer.body).toBe(200);
  return capStatusSchema.array().parse(answer.json());
}

describe('a cap', () => {
  it('is added, changed, removed and put back, each with its entry', async () => {
    const { id } = await company.created();
    const cap = await added(id, { ...daily, soft_pct: 80 });
    expect(cap).toMatchObject({
      ...{ metric: 'conversions', interval: 'day', limit: 4, soft_pct: 80, version: 1 },
      ...{ affiliate: null, affid: null, policy: null, counts_statuses: ['pending', 'approved'] },
    });
    const one = `${id}/caps/${cap.id}/`;
    const headers = { 'if-match': '"1"' };
    const body = { limit: '6', policy: 'block' };
    const changed = await company.send('PATCH', one, { body, headers });
    expect(changed.json()).toMatchObject({ limit: 6, policy: 'block', soft_pct: 80, version: 2 });
    const late = await company.send('PATCH', one, { body: { limit: '9' }, headers });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ current: { limit: 6, version: 2 } });

    expect((await company.send('DELETE', one, { headers })).statusCode).toBe(409);
    expect((await company.send('DELETE', one)).statusCode).toBe(200);
    expect(await listed(id)).toEqual([]);
    expect(await statuses(id)).toEqual([]);
    expect((await company.send('PATCH', one, { body })).statusCode).toBe(404);
    const restored = await company.send('POST', `${one}restore/`);
    expect(restored.json()).toMatchObject({ id: cap.id, limit: 6 });
    expect(await listed(id)).toEqual([restored.json()]);
    expect((await company.audited()).map(({ action }) => action)).toEqual([
      'offer.cap-restored',
      'offer.cap-removed',
      'offer.cap-changed',
      'offer.cap-added',
      'offer.created',
    ]);
    expect((await company.audited()).at(2)?.details).toMatchObject({
      before: { cap: cap.id, limit: 4 },
      after: { cap: cap.id, limit: 6, policy: 'block' },
    });
  });

  it('is refused by the field that is wrong', async () => {
    const { id } = await company.created();
    await added(id);
    const other = await shared().company();
    const stranger = await other.affiliate('9');
    const refused = async (body: object) =>
      Object.keys((await company.send('POST', `${id}/caps/`, { body })).json());
    expect(await refused({ ...daily, limit: '9' })).toEqual(['interval']);
    expect(await refused({ ...daily, interval: 'week', limit: '0' })).toEqual(['limit']);
    expect(await refused({ ...daily, interval: 'week', limit: '1.5' })).toEqual(['limit']);
    expect(await refused({ ...daily, affiliate: stranger })).toEqual(['affiliate']);
    expect(await refused({ ...daily, interval: 'year' })).toEqual(['interval']);
  });

  it('is set by those who set terms, and seen by its affiliate', async () => {
    const offer = await company.activated();
    const [first, second] = [await company.affiliate('1'), await company.affiliate('2')];
    const partner = await company.member('affiliate', [first]);
    const buyer = await company.member('buyer');
    const everyone = await added(offer.id);
    const own = await added(offer.id, { ...daily, affiliate: first });
    await added(offer.id, { ...daily, affiliate: second });
    for (const as of [partner, buyer]) {
      const sent = { body: { ...daily, interval: 'hour' }, as };
      expect((await company.send('POST', `${offer.id}/caps/`, sent)).statusCode).toBe(403);
    }
    expect(await listed(offer.id, partner)).toEqual([everyone, own]);
    expect((await statuses(offer.id, partner)).map(({ cap }) => cap)).toEqual([
      everyone.id,
      own.id,
    ]);
    expect(await statuses(offer.id, buyer)).toHaveLength(3);
  });
});

describe('how full a cap is', () => {
  it('is counted from what is stored as soon as it is added, and resets in the zone of the offer', async () => {
    const offer = await company.activated({ timezone: 'America/New_York' });
    const affid = '1';
    await company.affiliate(affid);
    const at = (hour: string) => ({
      affid,
      offer: offer.offer_id,
      at: `2026-11-20T${hour}:30:00Z`,
    });
    await insertTraffic(stores().warehouse.writer, company.id, {
      conversions: [
        // Before midnight in New York, so of the day before.
        { ...at('04'), value: '50', payout: '32' },
        { ...at('06'), value: '50', payout: '32' },
        { ...at('07'), value: '50', payout: '32', status: 'pending' },
        { ...at('08'), value: '50', payout: '32', status: 'rejected' },
      ],
    });
    const { id } = await added(offer.id);
    await added(offer.id, { ...daily, metric: 'revenue', interval: 'month', limit: '200' });
    await added(offer.id, { ...daily, interval: 'hour', counts_statuses: ['approved'] });
    const [day, month, hour] = await statuses(offer.id);
    expect(day).toMatchObject({
      ...{ cap: id, limit: 4, used: 2, pct: 50, state: 'open', timezone: 'America/New_York' },
      ...{ affiliate: null, in_flight: 0, resets_at: '2026-11-21T05:00:00.000Z' },
    });
    expect(month).toMatchObject({
      ...{ metric: 'revenue', used: 150, pct: 75, state: 'open' },
      resets_at: '2026-12-01T05:00:00.000Z',
    });
    expect(hour).toMatchObject({ used: 0, resets_at: '2026-11-20T13:00:00.000Z' });

    const near = await company.send('PATCH', `${offer.id}/caps/${id}/`, { body: { soft_pct: 50 } });
    expect(near.statusCode).toBe(200);
    expect((await statuses(offer.id))[0]).toMatchObject({ state: 'near' });
    await company.send('PATCH', `${offer.id}/caps/${id}/`, { body: { limit: '2' } });
    expect((await statuses(offer.id))[0]).toMatchObject({ pct: 100, state: 'full' });
  });

  it('expects what is in flight, and when it fills up', async () => {
    const offer = await company.activated();
    const affid = '1';
    await company.affiliate(affid);
    const place = { affid, offer: offer.offer_id };
    const hours = Array.from({ length: 14 * 24 }, (_, hour) => ({
      ...place,
      at: new Date(Date.parse('2026-11-20T11:15:00Z') - hour * 3_600_000).toISOString(),
    }));
    await insertTraffic(stores().warehouse.writer, company.id, {
      clicks: hours,
      conversions: hours.map((one) => ({ ...one, value: '50', payout: '32' })),
    });
    await added(offer.id, { ...daily, limit: '16' });
    await added(offer.id, { ...daily, interval: 'total', limit: '100000' });
    const [day, total] = await statuses(offer.id);
    // One an hour: the first twelve came by noon, and four more are due by 16:00.
    expect(day?.used).toBe(12);
    expect(day?.forecast_full_at).toMatch(/^2026-11-20T1[5-7]:/);
    expect(day?.p_full_before_reset).toBeGreaterThan(0.9);
    expect(total).toMatchObject({ resets_at: null, forecast_full_at: null });
    const { pool } = shared();
    await pool.query(`update offer_counts set in_flight = 3.04 where cap_id = $1`, [day?.cap]);
    expect((await statuses(offer.id))[0]).toMatchObject({ in_flight: 3, state: 'open' });
    await pool.query('update offer_counts set in_flight = 4 where cap_id = $1', [day?.cap]);
    expect((await statuses(offer.id))[0]).toMatchObject({ in_flight: 4, pct: 75, state: 'full' });
  });
});

describe('caps of a new offer', () => {
  it('are counted at once', async () => {
    const offer = await company.created({ terms: [terms], caps: [daily] });
    const { rows } = await shared().pool.query(
      `select counts.used::float8 as used from offer_counts counts join offer_caps cap on cap.id = counts.cap_id
       where cap.offer_id = $1`,
      [offer.id],
    );
    expect(rows).toEqual([{ used: 0 }]);
  });

  it('are refused where two are the same', async () => {
    const twice = await company.create({ caps: [daily, { ...daily, limit: '9' }] });
    expect(twice.statusCode).toBe(400);
    expect(twice.json()).toEqual({
      'caps.1.interval': ['There is already such a cap: change its limit.'],
    });
    const hourly = { ...daily, interval: 'hour' };
    expect((await company.create({ caps: [daily, hourly] })).statusCode).toBe(201);
  });
});
