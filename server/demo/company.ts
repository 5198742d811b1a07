/** The two shops of the demo with their affiliates and offers. */

export type DemoAffiliate = {
  affId: string;
  name: string;
  payout: { type: 'revshare' | 'cpa'; value: number };
  /** Sub-ids by which the partner distinguishes its sources. */
  subIds: readonly string[];
  /** Networks report an order first and confirm it days later. */
  confirmsLater?: true;
};

export type DemoOffer = { offerId: string; name: string; status: 'active' | 'pending' };

export type DemoProject = {
  slug: string;
  name: string;
  url: string;
  timezone: string;
  /** First letters of its order numbers. */
  initials: string;
  basket: { median: number; spread: number; least: number };
  products: readonly string[];
  /** Whether its campaigns lead to pages of their own, which the funnels of the demo follow. */
  hasLandingPages: boolean;
  /** The expected events a month. */
  monthlyEvents: number;
  /** Organic visits a day, at today's size. */
  visitsForFree: number;
  affiliates: readonly DemoAffiliate[];
  offers: readonly DemoOffer[];
};

export const company = { name: 'Marlow & Finch', currency: 'USD' };

const larkspur: DemoProject = {
  slug: 'larkspur-home',
  name: 'Larkspur Home',
  url: 'https://larkspur-home.test',
  timezone: 'America/New_York',
  initials: 'LH',
  basket: { median: 74, spread: 0.5, least: 18 },
  products: [
    'linen-duvet',
    'oak-side-table',
    'wool-throw',
    'stoneware-set',
    'floor-lamp',
    'jute-rug',
  ],
  hasLandingPages: true,
  monthlyEvents: 50_000,
  visitsForFree: 37,
  affiliates: [
    {
      affId: '1001',
      name: 'North Pier Media',
      payout: { type: 'revshare', value: 0.12 },
      subIds: ['npm-prospecting', 'npm-retargeting', 'npm-creators'],
    },
    {
      affId: '1002',
      name: 'Brass Key Performance',
      payout: { type: 'cpa', value: 11 },
      subIds: ['bk-search', 'bk-shopping', 'bk-native'],
    },
    {
      affId: '1003',
      name: 'The Calm Rooms',
      payout: { type: 'revshare', value: 0.09 },
      subIds: ['blog', 'gift-guide', 'instagram-bio'],
    },
    {
      affId: '1004',
      name: 'Dealwright',
      payout: { type: 'revshare', value: 0.06 },
      subIds: ['coupon-page', 'browser-extension', 'newsletter'],
    },
  ],
  offers: [
    { offerId: '101', name: 'Bedroom refresh, 15 % off', status: 'active' },
    { offerId: '102', name: 'Free shipping over $60', status: 'active' },
    { offerId: '103', name: 'New customer bundle', status: 'active' },
    { offerId: '104', name: 'Oak collection launch', status: 'active' },
    { offerId: '105', name: 'Trade programme', status: 'pending' },
    { offerId: '106', name: 'Gift cards', status: 'pending' },
  ],
};

const fernway: DemoProject = {
  slug: 'fernway-nutrition',
  name: 'Fernway Nutrition',
  url: 'https://fernway-nutrition.test',
  timezone: 'America/Los_Angeles',
  initials: 'FN',
  basket: { median: 47, spread: 0.42, least: 15 },
  products: ['magnesium-glycinate', 'whey-vanilla', 'greens-powder', 'electrolytes', 'starter-kit'],
  hasLandingPages: false,
  monthlyEvents: 25_000,
  visitsForFree: 20,
  affiliates: [
    {
      affId: '2001',
      name: 'Signal Peak',
      payout: { type: 'cpa', value: 14 },
      subIds: ['sp-ugc', 'sp-broad', 'sp-search'],
      confirmsLater: true,
    },
    {
      affId: '2002',
      name: 'Honest Shelf Reviews',
      payout: { type: 'revshare', value: 0.15 },
      subIds: ['best-magnesium', 'protein-test', 'newsletter'],
    },
  ],
  offers: [
    { offerId: '201', name: 'Starter kit, first month half price', status: 'active' },
    { offerId: '202', name: 'Sleep stack', status: 'active' },
    { offerId: '203', name: 'Subscribe and save 20 %', status: 'active' },
    { offerId: '204', name: 'Greens sampler', status: 'active' },
    { offerId: '205', name: 'Coach partner programme', status: 'pending' },
    { offerId: '206', name: 'Family pack', status: 'pending' },
  ],
};

export const demoProjects: readonly DemoProject[] = [larkspur, fernway];
