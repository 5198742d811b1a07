import { describe, expect, it } from 'vitest';
import type { OfferTerms } from '#server/offer-terms/offer-terms.ts';
import {
  failedAt,
  progressOf,
  startedWith,
  testLasts,
} from '#server/offers/postback-test/test-progress.ts';

const at = Date.parse('2026-11-20T12:00:00Z');
const terms: OfferTerms = {
  id: 418,
  goal: 'conversion',
  affid: null,
  country: null,
  device: null,
  revenueType: 'none',
  revenueAmount: null,
  revenuePct: null,
  payoutType: 'cpa_cps',
  payoutAmount: '5',
  payoutPct: '2.9',
  tiers: [],
  startsAt: 0,
  endsAt: null,
};
const click = { route: 'offer', reason: '', terms: 418, at: at + 1_000 };
const sale = { value: '5.0000', payout: null, currency: 'USD', at: at + 2_000 };
const known = {
  result: startedWith('https://shop.test/a?c=1', at),
  startedAt: at,
  now: at + 3_000,
  click: null,
  sale: null,
  refusal: null,
  terms: [terms],
  currency: 'USD',
  handsOnId: true,
};
const statesOf = ({ steps }: { steps: { state: string }[] }) => steps.map(({ state }) => state);

describe('a test of an offer', () => {
  it('waits for the click and then for the conversion', () => {
    expect(statesOf(progressOf(known))).toEqual(['passed', 'waiting', 'waiting', 'waiting']);
    const clicked = progressOf({ ...known, click });
    expect(clicked.state).toBe('running');
    expect(statesOf(clicked)).toEqual(['passed', 'passed', 'waiting', 'waiting']);
  });

  it('ends with the payout of the terms that the click follows', () => {
    const ended = progressOf({ ...known, click, sale });
    expect(ended).toMatchObject({ state: 'passed', payout: 5.15, terms: 418 });
    expect(ended.steps.at(2)?.message).toBe('It reported a conversion worth 5.00 USD.');
    const perClick = { ...terms, payoutType: 'cpc' as const, payoutAmount: '0.4' };
    expect(progressOf({ ...known, click, sale, terms: [perClick] }).payout).toBe(0.4);
  });

  it('says why a postback was refused until one is taken', () => {
    const refusal = 'It names another currency.';
    const refused = progressOf({ ...known, click, refusal });
    expect(refused.state).toBe('running');
    expect(refused.steps.at(2)?.message).toBe('A postback was refused. It names another currency.');
    expect(progressOf({ ...known, click, refusal, sale }).state).toBe('passed');
  });

  it('says why the click does not reach the offer', () => {
    const fallback = { ...click, route: 'fallback_offer', reason: 'paused' };
    const stopped = progressOf({ ...known, click: fallback });
    expect(stopped.state).toBe('failed');
    expect(stopped.steps.at(1)?.message).toBe('The click did not go to the offer: it is paused.');
    const bare = progressOf({ ...known, click, handsOnId: false });
    expect(bare.steps.at(1)?.message).toMatch(/put \{click_id\} into it/);
  });

  it('fails without terms, and ends after five minutes without a postback', () => {
    const unpaid = progressOf({ ...known, click, sale, terms: [] });
    expect([unpaid.state, unpaid.payout]).toEqual(['failed', null]);
    const late = { ...known, now: at + testLasts + 1 };
    expect(progressOf(late).state).toBe('timed_out');
    expect(progressOf({ ...late, click }).state).toBe('timed_out');
    expect(progressOf({ ...late, click, sale }).state).toBe('passed');
  });

  it('stays as it ended', () => {
    const ended = failedAt('The link leads nowhere.', at);
    expect(progressOf({ ...known, result: ended, click, sale })).toEqual(ended);
  });
});
