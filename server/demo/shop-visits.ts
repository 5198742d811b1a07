import type { Ad } from './ads.ts';
import type { PartnerPlan, Platform } from './campaigns.ts';
import { type DemoProject, demoProjects } from './company.ts';
import type { DemoEvent } from './event.ts';
import { type Random, weighted } from './random.ts';

/** How a visitor comes to the shop: the fields of the click, and how likely and how large a purchase is. */
export type ShopVisit = {
  /** Null for direct visits, which make no click. */
  origin: Partial<DemoEvent> | null;
  /** The parameter of the platform's click id. */
  clickId: 'fbclid' | 'gclid' | 'ttclid' | null;
  /** Purchases per visit on average. */
  rate: number;
  /** Basket size relative to the shop's. */
  basket: number;
  affId: string;
  /** Whether the landing page loses the click id. */
  losesTracking: boolean;
};

const channels: Record<Platform, string> = {
  facebook: 'paid social',
  tiktok: 'paid social',
  google: 'paid search',
  native: 'display',
  email: 'email',
};

const clickIds = {
  facebook: 'fbclid',
  google: 'gclid',
  tiktok: 'ttclid',
  native: null,
  email: null,
} as const;

const referrers = {
  facebook: weighted([
    ['https://l.facebook.com/', 5],
    ['https://m.facebook.com/', 3],
    ['https://l.instagram.com/', 4],
    ['', 1],
  ]),
  google: weighted([
    ['https://www.google.com/', 9],
    ['', 1],
  ]),
  tiktok: weighted([
    ['https://www.tiktok.com/', 5],
    ['', 4],
  ]),
  email: weighted([
    ['https://mail.google.com/', 3],
    ['https://outlook.live.com/', 1],
    ['', 4],
  ]),
  native: weighted([
    ['https://dailybrief.test/', 3],
    ['https://weekend-living.test/', 2],
    ['https://localpost.test/', 2],
  ]),
} satisfies Record<Platform, unknown>;

/** A visit on a day, counted from the beginning of the history. */
export function adVisit(ad: Ad, dayIndex: number, random: Random): ShopVisit {
  const { plan } = ad;
  const affId = plan.affId ?? '';
  return {
    origin: {
      ...(affId
        ? { affid: affId, affsub: subIdOf(affId, random), channel: channels[plan.platform] }
        : {}),
      ...(plan.offerId ? { offer_id: plan.offerId } : {}),
      ...ad.tags,
      campaign_id: ad.campaignId,
      adset_id: ad.adSetId,
      ad_id: ad.adId,
      referrer: random.pick(referrers[plan.platform]),
    },
    clickId: clickIds[plan.platform],
    rate: plan.rate * ad.quality * freshness(ad, dayIndex),
    basket: plan.basket ?? 1,
    affId,
    losesTracking: plan.losesTrackingFrom !== undefined && dayIndex >= plan.losesTrackingFrom,
  };
}

/** The response left of an audience that has seen an ad for weeks: a third after `fatigueDays`, as 0.91 is 1 / ln 3. */
export function freshness({ plan }: Ad, dayIndex: number): number {
  return plan.fatigueDays
    ? Math.exp(-(dayIndex - (plan.from ?? 0)) / (plan.fatigueDays * 0.91))
    : 1;
}

export function partnerVisit(plan: PartnerPlan, random: Random): ShopVisit {
  const referrer = plan.referrers[random.whole(0, plan.referrers.length - 1)] ?? '';
  return {
    origin: {
      affid: plan.affId,
      affsub: subIdOf(plan.affId, random),
      offer_id: plan.offers[random.whole(0, plan.offers.length - 1)] ?? '',
      referrer: referrer && `https://${referrer}/`,
    },
    clickId: null,
    rate: plan.rate,
    basket: plan.basket ?? 1,
    affId: plan.affId,
    losesTracking: false,
  };
}

const unpaid = weighted<{ origin: Partial<DemoEvent> | null; rate: number }>([
  [{ origin: { referrer: 'https://www.google.com/' }, rate: 0.045 }, 44],
  [{ origin: { referrer: 'https://www.bing.com/' }, rate: 0.04 }, 7],
  [{ origin: { referrer: 'https://duckduckgo.com/' }, rate: 0.038 }, 4],
  [{ origin: { referrer: 'https://pinterest.com/' }, rate: 0.024 }, 8],
  [{ origin: { referrer: 'https://www.reddit.com/' }, rate: 0.022 }, 5],
  [{ origin: { referrer: 'https://shelfandstem.test/' }, rate: 0.032 }, 5],
  [{ origin: null, rate: 0.054 }, 27],
]);

/** Organic visits: search results, links and direct visits. */
export function organicVisit(random: Random): ShopVisit {
  const { origin, rate } = random.pick(unpaid);
  return { origin, clickId: null, rate, basket: 1, affId: '', losesTracking: false };
}

const subIds = new Map(
  demoProjects.flatMap((project: DemoProject) =>
    project.affiliates.map((affiliate) => [affiliate.affId, affiliate.subIds] as const),
  ),
);

function subIdOf(affId: string, random: Random): string {
  const known = subIds.get(affId) ?? [];
  return known[Math.floor(known.length * random.next() * random.next())] ?? '';
}
