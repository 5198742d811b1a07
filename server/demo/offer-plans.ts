import type { OverCapPolicy, Visibility } from '#contract/offers/fields.ts';
import type { PayoutType, Tier } from '#contract/offers/terms.ts';

type TermsPlan = {
  /** The code of the only partner that they are for. */
  affId?: string;
  country?: string;
  payoutType: PayoutType;
  amount?: string;
  percent?: string;
  tiers?: readonly Tier[];
};

type AccessPlan = {
  affId: string;
  status: 'pending' | 'approved' | 'rejected';
  note?: string;
  reason?: string;
};

/** What the offers of the demo pay, to whom they are open and how far they are filled. */
export type OfferPlan = {
  category: string;
  tags: readonly string[];
  description: string;
  visibility: Visibility;
  countries?: readonly string[];
  terms: readonly TermsPlan[];
  access?: readonly AccessPlan[];
  /** A cap on all conversions, of which so much is used when the history is complete. */
  cap?: { used: number; policy?: OverCapPolicy };
  /** The offer that takes its clicks once it is full. */
  fallback?: string;
};

const usual = 'Search, social and native traffic. No bids on our brand, no coupon sites.';

/** By the id of the offer. Those that are pending have no terms yet. */
export const offerPlans: ReadonlyMap<string, OfferPlan> = new Map(
  Object.entries({
    '101': {
      category: 'Home',
      tags: ['evergreen'],
      description: `The bedroom collection at 15 % off. ${usual}`,
      visibility: 'public',
      terms: [
        { payoutType: 'cps', percent: '10' },
        { affId: '1001', payoutType: 'cps', percent: '12' },
        { affId: '1002', payoutType: 'cpa', amount: '11' },
      ],
    },
    '102': {
      category: 'Home',
      tags: ['retargeting'],
      description: `Free shipping for orders over $60. ${usual}`,
      visibility: 'public',
      terms: [{ payoutType: 'cps', percent: '8' }],
      cap: { used: 1 },
      fallback: '101',
    },
    '103': {
      category: 'Home',
      tags: ['new customers'],
      description: `A bundle for first orders. ${usual}`,
      visibility: 'approval',
      terms: [
        {
          payoutType: 'cpa',
          amount: '9',
          tiers: [
            { from_count: 51, amount: '10' },
            { from_count: 151, amount: '11.50' },
          ],
        },
      ],
      access: [
        { affId: '1001', status: 'approved' },
        { affId: '1002', status: 'approved' },
        { affId: '1003', status: 'pending', note: 'Our gift guide fits first orders well.' },
        { affId: '1004', status: 'rejected', reason: 'No coupon sites for this offer.' },
      ],
    },
    '104': {
      category: 'Furniture',
      tags: ['launch'],
      description: `The oak collection, with a higher share while it is new. ${usual}`,
      visibility: 'approval',
      countries: ['US', 'CA'],
      terms: [{ payoutType: 'cps', percent: '14' }],
      access: [
        { affId: '1001', status: 'approved' },
        { affId: '1002', status: 'pending', note: 'Shopping feed is ready.' },
      ],
    },
    '201': {
      category: 'Health',
      tags: ['subscription'],
      description: `The first month of the starter kit at half price. ${usual}`,
      visibility: 'public',
      terms: [
        { payoutType: 'cpa', amount: '14' },
        { affId: '2002', payoutType: 'cps', percent: '15' },
      ],
      cap: { used: 0.94 },
      fallback: '203',
    },
    '202': {
      category: 'Health',
      tags: ['evergreen'],
      description: `Magnesium, glycine and a sleep guide. ${usual}`,
      visibility: 'public',
      terms: [
        { payoutType: 'cpa', amount: '13' },
        { country: 'CA', payoutType: 'cpa', amount: '11' },
      ],
    },
    '203': {
      category: 'Health',
      tags: ['subscription'],
      description: `Every delivery at 20 % off. ${usual}`,
      visibility: 'public',
      terms: [{ payoutType: 'cps', percent: '12' }],
    },
    '204': {
      category: 'Health',
      tags: ['sample'],
      description: `A week of greens to try. ${usual}`,
      visibility: 'approval',
      countries: ['CA', 'AU', 'GB'],
      terms: [{ payoutType: 'cpa', amount: '6' }],
      access: [{ affId: '2001', status: 'approved' }],
    },
  } satisfies Record<string, OfferPlan>),
);
