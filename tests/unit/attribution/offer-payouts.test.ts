import { describe, expect, it } from 'vitest';
import type { RawEvent, Touch } from '#server/attribution/raw-events.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';
import type { OfferFacts } from '#server/offer-terms/offer-facts.ts';
import { offer, perConversion, terms } from './offers.ts';
import {
  click,
  DAY,
  facts,
  HOUR,
  MINUTE,
  NOON,
  only,
  purchase,
  refund,
  seenByBrowser,
} from './samples.ts';

const rowsWith = (offers: OfferFacts[], events: RawEvent[], touches: Touch[]) =>
  resolveConversions({ ...facts, offers }, events, touches);

const touch = click({ click_id: 'k1' });
const sale = (fields: Partial<RawEvent> = {}) => purchase({ click_id: 'k1', ...fields });

/** What a sale of offer 101 pays by some terms. */
const paid = (pays: OfferFacts['terms'], fields: Partial<RawEvent> = {}, from: Touch = touch) =>
  only(rowsWith([offer({ terms: pays })], [sale(fields)], [from]));

describe('a share of the value', () => {
  it.each([
    ['10.00', '20', '2.0000'],
    ['0.07', '20', '0.0100'],
    ['0.02', '20', '0.0000'],
    ['0.15', '10', '0.0200'],
    ['5.00', '2.9', '0.1500'],
  ])('of %s at %s %% is %s, halves up on the exact product', (value, payoutPct, payout) => {
    expect(paid([terms({ payoutPct })], { value })).toMatchObject({ value: `${value}00`, payout });
  });

  it('is taken back by a refund', () => {
    const order = sale({ order_id: 'o1', value: '10' });
    const back = refund({ order_id: 'o1', value: '0.07', time: order.time + DAY });
    const rows = rowsWith([offer({ terms: [terms({ id: 418 })] })], [order, back], [touch]);
    expect(rows.find(({ record }) => record === 'refund')).toMatchObject({
      payout: '-0.0100',
      terms_id: 418,
      goal: 'conversion',
    });
  });
});

describe('a conversion without an affiliate', () => {
  it('follows the terms and pays nothing', () => {
    const own = click({ click_id: 'k1', affid: '' });
    const both = { revenueType: 'rpa', revenueAmount: '50' } as const;
    const row = paid([perConversion('32', { id: 418, ...both })], { value: '0' }, own);
    expect(row).toMatchObject({ affid: '', terms_id: 418, value: '50.0000', payout: '0.0000' });
  });
});

describe('an amount per conversion', () => {
  it('is paid once, on the server’s side, and no refund takes it back', () => {
    const order = sale({ order_id: 'o1', time: NOON + HOUR });
    const seen = seenByBrowser({ order_id: 'o1', click_id: 'k1', time: NOON + HOUR });
    const back = refund({ order_id: 'o1', value: '20', time: NOON + DAY });
    const rows = rowsWith([offer({ terms: [perConversion('32')] })], [order, seen, back], [touch]);
    expect(rows.map(({ record, side, payout }) => [record, side, payout])).toEqual([
      ['conversion', 'browser', '0.0000'],
      ['conversion', 'server', '32.0000'],
      ['refund', 'server', '0.0000'],
    ]);
  });

  it('is paid with a share where the terms name both', () => {
    const both = perConversion('2.50', { payoutType: 'cpa_cps', payoutPct: '10.00' });
    expect(paid([both], { value: '86' }).payout).toBe('11.1000');
  });

  it('wins over a told payout and over the affiliate’s terms', () => {
    expect(paid([perConversion('32')], { payout: '5' }).payout).toBe('32.0000');
  });

  it('is nothing where the click is what is paid', () => {
    expect(paid([perConversion('0.40', { payoutType: 'cpc' })], { payout: '5' }).payout).toBe(
      '0.0000',
    );
  });
});

describe('terms without a payout, and an offer without terms', () => {
  it('pay what was told, else what the affiliate agreed', () => {
    const none = [terms({ payoutType: 'none', payoutPct: null })];
    expect(paid(none, { payout: '5' }).payout).toBe('5.0000');
    expect(paid(none).payout).toBe('17.2000');
    expect(paid([]).payout).toBe('17.2000');
  });
});

describe('the terms that apply', () => {
  const [before, after] = [
    perConversion('10', { id: 1 }),
    perConversion('20', { id: 2, startsAt: NOON + MINUTE }),
  ];

  it('are those of the time of the click, not of the conversion', () => {
    expect(paid([before, after])).toMatchObject({ payout: '10.0000', terms_id: 1 });
  });

  it('are those pinned to the click, whatever came later', () => {
    const pinned = { ...touch, terms_id: 2, offer_route: 'offer' as const };
    expect(paid([before, after], {}, pinned)).toMatchObject({ payout: '20.0000', terms_id: 2 });
  });

  it('are those of its time again where the pinned ones were withdrawn', () => {
    expect(paid([before, after], {}, { ...touch, terms_id: 3 }).terms_id).toBe(1);
  });

  it('are those of the conversion’s time where no click earned it', () => {
    const [row] = rowsWith(
      [offer({ terms: [before, after] })],
      [purchase({ offer_id: '101', affid: '1001' })],
      [],
    );
    expect(row).toMatchObject({ payout: '20.0000', terms_id: 2 });
  });

  it('are those of the affiliate, the country and the device of the click', () => {
    const own = [
      perConversion('1'),
      perConversion('2', { country: 'US' }),
      perConversion('3', { country: 'US', device: 'mobile' }),
      perConversion('4', { affid: '1002' }),
    ];
    expect(paid(own, { country: 'DE', device: 'desktop' }).payout).toBe('3.0000');
    expect(paid(own, {}, { ...touch, affid: '1002', country: 'DE' }).payout).toBe('4.0000');
  });
});

describe('the goal', () => {
  const lead = perConversion('3', { id: 7, goal: 'lead' });
  const all = [perConversion('30', { id: 8 }), lead];

  it('is the reported one, with its own terms at the time of the click', () => {
    const pinned = { ...touch, terms_id: 8 };
    expect(paid(all, { goal: 'lead' }, pinned)).toMatchObject({
      goal: 'lead',
      terms_id: 7,
      payout: '3.0000',
    });
  });

  it('is the one of its event, else the first of every offer', () => {
    const goals = [{ key: 'lead', name: 'Lead', event: 'Purchase' }];
    const [row] = rowsWith([offer({ terms: all, goals })], [sale()], [touch]);
    expect(row).toMatchObject({ goal: 'lead', terms_id: 7 });
    expect(paid(all)).toMatchObject({ goal: 'conversion', terms_id: 8 });
  });

  it('without terms pays as before', () => {
    expect(paid(all, { goal: 'deposit', payout: '5' })).toMatchObject({
      goal: 'deposit',
      terms_id: 0,
      payout: '5.0000',
    });
  });
});

describe('revenue', () => {
  const agreed = [terms({ revenueType: 'rpa', revenueAmount: '40' })];

  it('is the reported value, else that of the terms', () => {
    expect(paid(agreed, { value: '86' })).toMatchObject({ value: '86.0000', payout: '17.2000' });
    expect(paid(agreed, { value: '0' })).toMatchObject({ value: '40.0000', payout: '8.0000' });
  });

  it('is the reported value where only one side reports it', () => {
    const key = { event_id: 'e1', click_id: 'k1' };
    const events = [purchase({ ...key, value: '86' }), seenByBrowser({ ...key, value: '0' })];
    const rows = rowsWith([offer({ terms: agreed })], events, [touch]);
    expect(rows.map(({ side, value }) => [side, value])).toEqual([
      ['browser', '0.0000'],
      ['server', '86.0000'],
    ]);
  });
});

describe('an unpaid conversion', () => {
  const pays = [perConversion('32', { id: 5 })];

  it.each(['unpaid', 'fallback_url', 'website', 'refused'] as const)(
    'came by a click that a full cap sent elsewhere: %s',
    (route) => {
      const over = { ...touch, offer_route: route, offer_reason: 'cap' as const, cap_id: 12 };
      expect(paid(pays, { payout: '5' }, over)).toMatchObject({
        value: '86.0000',
        payout: '0.0000',
        unpaid_reason: 'over_cap',
        cap_id: 12,
        excluded_reason: '',
      });
    },
  );

  it.each(['offer', 'fallback_offer'] as const)('is none of a promised click: %s', (route) => {
    const promised = { ...touch, offer_route: route, cap_id: 12, terms_id: 5 };
    expect(paid(pays, {}, promised)).toMatchObject({
      payout: '32.0000',
      unpaid_reason: '',
      cap_id: 12,
    });
  });

  it('came after the click window, which includes its last moment', () => {
    const short = offer({ terms: pays, clickWindowDays: 7 });
    const at = (time: number) => only(rowsWith([short], [sale({ time })], [touch]));
    expect(at(NOON + 7 * DAY)).toMatchObject({ payout: '32.0000', unpaid_reason: '' });
    expect(at(NOON + 7 * DAY + 1)).toMatchObject({
      payout: '0.0000',
      unpaid_reason: 'click_window',
    });
  });

  it('has refunds that take nothing back', () => {
    const over = { ...touch, offer_route: 'unpaid' as const, cap_id: 12 };
    const events = [sale({ order_id: 'o1' }), refund({ order_id: 'o1', value: '20' })];
    const rows = rowsWith([offer({ terms: [terms()] })], events, [over]);
    expect(rows.map(({ payout, unpaid_reason }) => [payout, unpaid_reason])).toEqual([
      ['0.0000', 'over_cap'],
      ['0.0000', 'over_cap'],
    ]);
  });
});

describe('a hold', () => {
  const held = offer({ holds: [{ from: NOON, days: 14 }], terms: [terms()] });
  const only14 = (events: RawEvent[]) => only(rowsWith([held], events, [touch]));
  const silent = { status: 'approved', status_assumed: 1 as const };

  it('makes conversions wait whose reports name no status', () => {
    expect(only14([sale(silent)])).toMatchObject({ status: 'pending', hold_days: 14 });
    expect(only14([sale()])).toMatchObject({ status: 'approved', hold_days: 0 });
  });

  it('does not matter once a report names one', () => {
    const order = { order_id: 'o1', click_id: 'k1' };
    const events = [
      sale({ ...silent, ...order }),
      sale({ ...order, status: 'approved', time: NOON + DAY }),
    ];
    expect(only14(events)).toMatchObject({ status: 'approved', hold_days: 0 });
  });

  it('is the one at the time of the conversion', () => {
    const later = offer({ holds: [{ from: NOON + DAY, days: 14 }], terms: [terms()] });
    expect(only(rowsWith([later], [sale(silent)], [touch])).status).toBe('approved');
    const ended = offer({
      holds: [...held.holds, { from: NOON + DAY, days: 0 }],
      terms: [terms()],
    });
    expect(only(rowsWith([ended], [sale(silent)], [touch])).status).toBe('pending');
  });

  it('does not count against a decision', () => {
    const event = sale(silent);
    const decided = new Map([[event.uid, { order: 1, status: 'approved', at: NOON }]]);
    const rows = resolveConversions({ ...facts, offers: [held] }, [event], [touch], decided);
    expect(only(rows)).toMatchObject({ status: 'approved', hold_days: 14 });
  });
});
