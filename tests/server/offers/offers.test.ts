import { beforeEach, describe, expect, it } from 'vitest';
import { destination, type OfferCompany, sharedOffers, terms } from './fixture.ts';

const offers = sharedOffers({
  checkDestination: async (url) => (url.includes('broken') ? 'The destination answers 404.' : null),
});
let company: OfferCompany;
beforeEach(async () => {
  company = await offers().company();
});

describe('a new offer', () => {
  it('is pending, has the next number and its first terms', async () => {
    const first = await company.created({ destination_url: destination, terms: [terms] });
    expect(first).toMatchObject({
      offer_id: '101',
      status: 'pending',
      timezone: 'UTC',
      payout: { payout_type: 'cpa', payout_amount: 32, varies: false },
      internal: { destination_url: destination, notes: '' },
    });
    expect(await company.created({ offer_id: '204' })).toMatchObject({ offer_id: '204' });
    expect(await company.created()).toMatchObject({ offer_id: '205', payout: null });
    const [last] = await company.audited();
    expect(last).toMatchObject({ action: 'offer.created', details: { offer_id: '205' } });
  });

  it('has a free number, also where a number has no next one', async () => {
    await company.created({ offer_id: '999999999999999' });
    await company.created();
    expect(await company.created()).toMatchObject({ offer_id: '101' });
    expect(await company.created()).toMatchObject({ offer_id: '102' });
  });

  it.each([
    ['hold_days', { hold_days: 121 }, 'Enter a whole number from 0 to 120.'],
    ['click_window_days', { click_window_days: 1.5 }, 'Enter a whole number from 1 to 30.'],
    ['click_window_days', { click_window_days: 31 }, 'Enter a whole number from 1 to 30.'],
    ['visibility', { visibility: 'secret' }, 'Use public, approval or private.'],
    ['os.0', { os: ['beos'] }, 'Use windows, macos, linux, android or ios.'],
  ])('says what to enter at %s', async (field, body, sentence) => {
    expect((await company.create(body)).json()).toEqual({ [field]: [sentence] });
  });

  it('is made once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the-same-offer-once' };
    const [one, other] = [
      await company.create({}, { headers }),
      await company.create({}, { headers }),
    ];
    expect(other.json()).toEqual(one.json());
    expect((await company.list()).json()).toHaveLength(1);
  });

  it.each([
    ['offer_id', { offer_id: 'taken' }, 'Already used in this project.'],
    ['destination_url', { destination_url: 'https://network.test/' }, /\{click_id\}/],
    ['destination_url', { destination_url: 'http://network.test/?c={click_id}' }, /https/],
    ['destination_url', { destination_url: 'https://10.0.0.1/?c={click_id}' }, /internal address/],
    ['destination_url', { destination_url: 'https://[::1]/?c={click_id}' }, /internal address/],
    ['destination_url', { destination_url: 'https://{affsub}/?c={click_id}' }, /behind the host/],
    ['fallback_url', { fallback_url: 'https://127.0.0.1/' }, /internal address/],
    ['fallback_offer', { fallback_offer: 2_147_483_647 }, /no such offer/],
    ['countries', { countries: ['US', 'XQ'] }, /XQ/],
    ['ends_at', { starts_at: '2026-12-02T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' }, /end/],
    ['terms.0.payout_amount', { terms: [{ ...terms, payout_amount: '41' }] }, /above the revenue/],
    ['terms.0.starts_at', { terms: [{ ...terms, starts_at: '2026-11-19T00:00:00Z' }] }, /now or/],
    ['terms.1.starts_at', { terms: [terms, terms] }, /start then already/],
    ['terms.0.affiliate', { terms: [{ ...terms, affiliate: 2_147_483_647 }] }, /no such affiliate/],
    ['terms.0.country', { terms: [{ ...terms, country: 'QQ' }] }, /QQ/],
    [
      'terms.0.payout_pct',
      { terms: [{ payout_type: 'cps', payout_pct: '101' }] },
      'Enter a percentage above 0 and up to 100, with at most two decimals.',
    ],
    ['caps.0.limit', { caps: [{ metric: 'clicks', interval: 'day', limit: '0' }] }, /above 0/],
  ])('is refused at %s: %j', async (field, body, sentence) => {
    await company.created({ offer_id: 'taken' });
    const answer = await company.create(body);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    expect(answer.json()[field][0]).toMatch(sentence);
    expect((await company.list()).json()).toHaveLength(1);
  });

  it('has a payout above the revenue where that is confirmed', async () => {
    const negative = { ...terms, payout_amount: '41', allow_negative_margin: true };
    expect(await company.created({ terms: [negative] })).toMatchObject({
      payout: { payout_amount: 41 },
    });
  });

  it('is made by buyers, and with terms only by those who set them', async () => {
    const buyer = await company.member('buyer');
    expect((await company.create({}, { as: buyer })).statusCode).toBe(201);
    expect((await company.create({ terms: [terms] }, { as: buyer })).statusCode).toBe(403);
  });
});

describe('a change', () => {
  it('raises the version, and its entry holds what it replaced', async () => {
    const { id, version } = await company.created({ tags: ['old'] });
    const headers = { 'if-match': `"${version}"` };
    const body = { name: 'Renamed', tags: ['new'], countries: ['UK'] };
    const changed = await company.done('PATCH', `${id}/`, { body, headers });
    expect(changed).toMatchObject({ name: 'Renamed', version: version + 1, countries: ['GB'] });
    expect(await company.audited()).toMatchObject([
      {
        action: 'offer.changed',
        details: {
          offer: id,
          before: { name: 'Bundle', tags: ['old'], countries: [] },
          after: { name: 'Renamed', tags: ['new'], countries: ['GB'] },
        },
      },
      { action: 'offer.created' },
    ]);
    const late = await company.send('PATCH', `${id}/`, { body: { name: 'Late' }, headers });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ current: { name: 'Renamed', version: version + 1 } });
  });

  it('of nothing leaves the version', async () => {
    const offer = await company.created({ tags: ['old'] });
    const same = await company.done('PATCH', `${offer.id}/`, { body: { tags: ['old'] } });
    expect(same.version).toBe(offer.version);
  });

  it('of the destination can be put back for 15 minutes', async () => {
    const { id } = await company.created({ destination_url: destination });
    const broken = { destination_url: 'https://broken.test/?c={click_id}' };
    const moved = await company.done('PATCH', `${id}/`, { body: broken });
    expect(moved.warning).toBe('The destination answers 404.');
    expect(moved.internal?.earlier_destination).toEqual({
      url: destination,
      until: '2026-11-20T12:15:00.000Z',
    });
    const restored = await company.done('POST', `${id}/restore-destination/`);
    expect(restored.internal).toMatchObject({
      destination_url: destination,
      earlier_destination: null,
    });
    expect((await company.send('POST', `${id}/restore-destination/`)).statusCode).toBe(409);
  });

  it('never makes offers lead back to each other', async () => {
    const first = await company.created();
    const second = await company.created({ fallback_offer: first.id });
    const body = { fallback_offer: second.id };
    const answer = await company.send('PATCH', `${first.id}/`, { body });
    expect(answer.json()).toEqual({ fallback_offer: [expect.stringMatching(/leads back/)] });
  });

  it('ends after the start that is stored', async () => {
    const { id } = await company.created({ starts_at: '2026-12-01T00:00:00Z' });
    const answer = await company.send('PATCH', `${id}/`, {
      body: { ends_at: '2026-11-30T00:00:00Z' },
    });
    expect(answer.json()).toEqual({ ends_at: [expect.stringMatching(/after the start/)] });
  });
});

describe('the status', () => {
  const to = (id: number, body: object) => company.send('POST', `${id}/status/`, { body });

  it('becomes active with a destination, terms and a test', async () => {
    const { id } = await company.created({ destination_url: destination });
    expect((await to(id, { to: 'active' })).json()).toEqual({
      to: ['Add terms.', 'Test it, or confirm that it starts without a test.'],
    });
    expect((await to(id, { to: 'paused' })).statusCode).toBe(400);
    expect((await company.send('GET', `${id}/status/`)).json()).toEqual({
      clicks_last_hour: 0,
      leads_to: 'https://acme.test',
      used_by: [],
      missing: ['Add terms.', 'Test it, or confirm that it starts without a test.'],
    });
  });

  it('goes between active and paused, to the archive and back', async () => {
    const { id } = await company.activated();
    for (const [next, shown] of [
      ['paused', 'paused'],
      ['active', 'active'],
      ['archived', 'archived'],
      ['active', 'active'],
    ] as const) {
      expect((await to(id, { to: next })).json()).toMatchObject({ status: shown });
    }
    expect((await to(id, { to: 'pending' })).statusCode).toBe(400);
    expect((await company.send('DELETE', `${id}/`)).statusCode).toBe(200);
    expect((await company.list()).json()).toEqual([]);
    expect((await company.list('&status=archived')).json()).toHaveLength(1);
  });

  it('is left alone where the caller has read an earlier version', async () => {
    const offer = await company.activated();
    const headers = { 'if-match': `"${offer.version}"` };
    const pause = { body: { to: 'paused' }, headers };
    const paused = await company.done('POST', `${offer.id}/status/`, pause);
    expect(paused).toMatchObject({ status: 'paused', version: offer.version + 1 });
    const archive = { body: { to: 'archived' }, headers };
    const late = await company.send('POST', `${offer.id}/status/`, archive);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ current: { status: 'paused', version: paused.version } });
    expect((await company.send('DELETE', `${offer.id}/`, { headers })).statusCode).toBe(409);
    expect(await company.done('GET', `${offer.id}/`)).toMatchObject({ status: 'paused' });
  });

  it('expires by the end of the offer', async () => {
    const { id } = await company.activated({ ends_at: '2026-11-20T12:01:00Z' });
    offers().clock.advance(60_000);
    expect(await company.done('GET', `${id}/`)).toMatchObject({ status: 'expired' });
    expect((await to(id, { to: 'active' })).json()).toEqual({
      to: ['Its end has passed: enter a later one.'],
    });
    expect((await company.list('&status=expired')).json()).toHaveLength(1);
    offers().clock.advance(-60_000);
  });
});
