/** The campaigns of the demo's media buyers. */

export type Platform = 'facebook' | 'google' | 'tiktok' | 'email' | 'native';

export type CampaignPlan = {
  project: string;
  platform: Platform;
  name: string;
  /** The affiliate of the campaign; undefined for the shop's own. */
  affId?: string;
  offerId?: string;
  /** Clicks a day at today's size of the shop. */
  clicks: number;
  /** Purchases per click. */
  rate: number;
  /** Basket size relative to the shop's. */
  basket?: number;
  costPerClick: number;
  /** First and last day, counted from the beginning of the history. */
  from?: number;
  until?: number;
  /** Days in which the response of an audience drops to a third. */
  fatigueDays?: number;
  /** From this day on its landing page loses the click id. */
  losesTrackingFrom?: number;
  /** Reaches people who clicked before. */
  targets?: 'back';
  outsideTheStates?: true;
  adSets: readonly { name: string; ads: readonly string[] }[];
};

const larkspur = 'larkspur-home';
const fernway = 'fernway-nutrition';

export const campaignPlans: readonly CampaignPlan[] = [
  {
    project: larkspur,
    platform: 'facebook',
    affId: '1001',
    offerId: '101',
    name: 'LH | US | Prospecting | Broad | CBO',
    clicks: 37,
    rate: 0.065,
    costPerClick: 1.79,
    adSets: [
      {
        name: 'Broad | 25-54 | Advantage+',
        ads: [
          'VID | bedroom reset | v3',
          'VID | UGC Emma | hook: my old sheets',
          'IMG | linen flatlay | v2',
          'CAR | bestsellers',
        ],
      },
      {
        name: 'LAL 1% | Purchasers 180d',
        ads: ['VID | bedroom reset | v3', 'VID | UGC Priya | unboxing', 'IMG | before-after | v1'],
      },
      {
        name: 'INT | Interior design | W 30-55',
        ads: ['IMG | linen flatlay | v2', 'CAR | bestsellers'],
      },
    ],
  },
  {
    project: larkspur,
    platform: 'facebook',
    affId: '1001',
    offerId: '102',
    targets: 'back',
    name: 'LH | US+CA | Retargeting | VC/ATC 30d',
    clicks: 6,
    rate: 0.134,
    basket: 1.08,
    costPerClick: 2.51,
    adSets: [
      { name: 'ATC 14d | no purchase', ads: ['DPA | cart reminder', 'IMG | free shipping | v4'] },
      { name: 'VC 30d | no ATC', ads: ['DPA | viewed items', 'VID | reviews compilation'] },
    ],
  },
  {
    project: larkspur,
    platform: 'facebook',
    affId: '1001',
    offerId: '104',
    name: 'LH | US | Oak launch | ABO test',
    clicks: 14,
    rate: 0.017,
    basket: 1.5,
    costPerClick: 2.77,
    from: 318,
    adSets: [
      {
        name: 'INT | Furniture | 28-60',
        ads: ['IMG | oak table hero | v1', 'VID | workshop story'],
      },
      { name: 'LAL 3% | High AOV', ads: ['IMG | oak table hero | v1', 'CAR | oak collection'] },
    ],
  },
  {
    project: larkspur,
    platform: 'tiktok',
    affId: '1001',
    offerId: '103',
    fatigueDays: 130,
    name: 'LH_TT_US_Spark_Creators',
    clicks: 30,
    rate: 0.073,
    basket: 0.86,
    costPerClick: 0.99,
    from: 212,
    adSets: [
      {
        name: 'Spark_Home-hacks_18-34',
        ads: ['spark_@mia.nests_bed-in-5-min', 'spark_@tinyflatdan_rug-hack'],
      },
      {
        name: 'Spark_Broad_25-44',
        ads: [
          'spark_@mia.nests_bed-in-5-min',
          'spark_@sunday.sasha_sunday-reset',
          'ugc_unbox_fast-cut_02',
        ],
      },
    ],
  },
  {
    project: larkspur,
    platform: 'google',
    affId: '1002',
    offerId: '101',
    name: 'LH - Search - US - Non-brand - Bedding',
    clicks: 19,
    rate: 0.082,
    costPerClick: 2.24,
    adSets: [
      { name: 'linen sheets', ads: ['RSA 1 - French linen', 'RSA 2 - 60 nights'] },
      { name: 'duvet covers', ads: ['RSA 1 - duvet covers', 'RSA 2 - washed linen'] },
      { name: 'wool throws', ads: ['RSA 1 - wool throws'] },
    ],
  },
  {
    project: larkspur,
    platform: 'google',
    offerId: '102',
    name: 'LH - Search - Brand - Exact',
    clicks: 11,
    rate: 0.148,
    costPerClick: 0.59,
    adSets: [{ name: 'larkspur home', ads: ['RSA 1 - official store', 'RSA 2 - free shipping'] }],
  },
  {
    project: larkspur,
    platform: 'google',
    affId: '1002',
    offerId: '103',
    name: 'LH - PMax - Shopping feed - US/CA/AU',
    clicks: 23,
    rate: 0.054,
    basket: 1.1,
    costPerClick: 1.25,
    from: 60,
    adSets: [
      { name: 'Asset group - Bedroom', ads: ['Feed - bedding'] },
      { name: 'Asset group - Living', ads: ['Feed - lamps', 'Feed - rugs'] },
    ],
  },
  {
    project: larkspur,
    platform: 'native',
    affId: '1002',
    offerId: '101',
    losesTrackingFrom: 374,
    name: 'LH-Native-US-Advertorial-Sleep',
    clicks: 18,
    rate: 0.046,
    costPerClick: 0.78,
    from: 120,
    adSets: [
      { name: 'Desktop-News', ads: ['7 reasons hot sleepers switch', 'The sheet test'] },
      {
        name: 'Mobile-Lifestyle',
        ads: ['7 reasons hot sleepers switch', 'She slept on linen for a month'],
      },
    ],
  },
  {
    project: larkspur,
    platform: 'email',
    name: 'Weekly newsletter',
    clicks: 10,
    rate: 0.096,
    basket: 1.05,
    costPerClick: 0.22,
    targets: 'back',
    adSets: [
      { name: 'Customers', ads: ['Sunday edit', 'Back in stock'] },
      { name: 'Subscribers', ads: ['Sunday edit', 'Welcome series 2'] },
    ],
  },
  {
    project: larkspur,
    platform: 'facebook',
    affId: '1001',
    offerId: '103',
    until: 171,
    name: 'LH | US | Prospecting | Winter sale',
    clicks: 26,
    rate: 0.052,
    basket: 0.92,
    costPerClick: 1.94,
    from: 20,
    adSets: [
      { name: 'Broad | 25-60', ads: ['VID | winter sale | v1', 'IMG | throw stack | red'] },
      { name: 'LAL 2% | ATC 90d', ads: ['VID | winter sale | v1', 'CAR | gifts under 50'] },
    ],
  },
  {
    project: fernway,
    platform: 'tiktok',
    affId: '2001',
    offerId: '201',
    name: 'FN_TT_US_UGC_Scale',
    clicks: 26,
    rate: 0.069,
    costPerClick: 1.1,
    adSets: [
      {
        name: 'Broad_18-44_LowestCost',
        ads: ['ugc_jess_3am-wakeups_v5', 'ugc_marcus_gym-bag_v2', 'ugc_jess_green-scoop_v1'],
      },
      { name: 'LAL_Purchasers_1pct', ads: ['ugc_jess_3am-wakeups_v5', 'ugc_ollie_dad-energy_v3'] },
    ],
  },
  {
    project: fernway,
    platform: 'facebook',
    affId: '2001',
    offerId: '202',
    name: 'FN | US | Sleep stack | ASC',
    clicks: 21,
    rate: 0.06,
    basket: 1.12,
    costPerClick: 2.05,
    from: 90,
    adSets: [
      {
        name: 'ASC | Existing cap 20%',
        ads: ['VID | sleep doctor explains', 'IMG | night routine | v2', 'VID | UGC Jess | 3am'],
      },
      { name: 'Broad | W 35-64', ads: ['VID | sleep doctor explains', 'IMG | price anchor | v1'] },
    ],
  },
  {
    project: fernway,
    platform: 'facebook',
    affId: '2001',
    offerId: '204',
    outsideTheStates: true,
    name: 'FN | CA/AU/UK | Greens sampler | Test',
    clicks: 12,
    rate: 0.013,
    costPerClick: 2.3,
    from: 342,
    adSets: [
      { name: 'CA | INT Wellness', ads: ['IMG | sampler hero', 'VID | taste test street'] },
      { name: 'AU+UK | Broad', ads: ['IMG | sampler hero'] },
    ],
  },
  {
    project: fernway,
    platform: 'google',
    affId: '2001',
    offerId: '202',
    name: 'FN - Search - US - Magnesium',
    clicks: 14,
    rate: 0.091,
    costPerClick: 2.74,
    adSets: [
      { name: 'magnesium glycinate', ads: ['RSA 1 - third-party tested', 'RSA 2 - sleep'] },
      { name: 'best magnesium for sleep', ads: ['RSA 1 - sleep'] },
    ],
  },
  {
    project: fernway,
    platform: 'google',
    offerId: '203',
    targets: 'back',
    name: 'FN - Search - Brand',
    clicks: 6,
    rate: 0.173,
    costPerClick: 0.53,
    adSets: [{ name: 'fernway', ads: ['RSA 1 - subscribe and save'] }],
  },
  {
    project: fernway,
    platform: 'native',
    affId: '2001',
    offerId: '201',
    until: 262,
    name: 'FN-Native-US-Quiz-Energy',
    clicks: 11,
    rate: 0.022,
    costPerClick: 0.7,
    from: 140,
    adSets: [{ name: 'Mobile-Health', ads: ['Take the 60-second energy quiz', 'Tired at 2 pm?'] }],
  },
  {
    project: fernway,
    platform: 'email',
    targets: 'back',
    name: 'Flows and campaigns',
    clicks: 7,
    rate: 0.117,
    costPerClick: 0.22,
    adSets: [
      { name: 'Replenishment flow', ads: ['Day 24 reminder'] },
      { name: 'Monthly campaign', ads: ['Coach tips', 'Bundle offer'] },
    ],
  },
];

/** Partners with content or coupons: no ads, no costs. */
export type PartnerPlan = {
  project: string;
  affId: string;
  clicks: number;
  rate: number;
  basket?: number;
  referrers: readonly string[];
  offers: readonly string[];
};

export const partnerPlans: readonly PartnerPlan[] = [
  {
    project: larkspur,
    affId: '1003',
    clicks: 11,
    rate: 0.057,
    referrers: ['thecalmrooms.test', 'l.instagram.com', 'pinterest.com'],
    offers: ['101', '103', '104'],
  },
  {
    project: larkspur,
    affId: '1004',
    clicks: 12,
    rate: 0.138,
    basket: 0.82,
    referrers: ['dealwright.test', 'dealwright.test', ''],
    offers: ['102', '103'],
  },
  {
    project: fernway,
    affId: '2002',
    clicks: 11,
    rate: 0.1,
    basket: 1.04,
    referrers: ['honestshelf.test', 'youtube.com'],
    offers: ['201', '202', '203'],
  },
];
