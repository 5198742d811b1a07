import type { Day } from '#contract/period.ts';
import type { Ad } from './ads.ts';
import type { Platform } from './campaigns.ts';
import type { DemoCost } from './event.ts';
import type { Random } from './random.ts';

const HOUR = 3_600_000;

/** The cost of one advertisement on one day, and when its clicks come in. */
export type Spending = {
  ad: Ad;
  clicks: readonly number[];
  costPerClick: number;
  clickRate: number;
};

const clickRates: Record<Platform, number> = {
  facebook: 0.013,
  google: 0.047,
  tiktok: 0.0085,
  email: 0.11,
  native: 0.0035,
};

export function spendingOf(
  ad: Ad,
  clicks: readonly number[],
  index: number,
  random: Random,
): Spending {
  const tired = ad.plan.fatigueDays
    ? 1 + (index - (ad.plan.from ?? 0)) / (ad.plan.fatigueDays * 4)
    : 1;
  return {
    ad,
    clicks,
    costPerClick: ad.plan.costPerClick * tired * random.between(0.85, 1.15),
    clickRate: clickRates[ad.plan.platform] * random.between(0.8, 1.2),
  };
}

/**
 * The cost of a day that the platforms have reported by the latest full hour of a span: the same row grows hour by
 * hour. Empty when no hour of the day ended in the span.
 */
export function costsOf(
  spending: readonly Spending[],
  at: { day: Day; index: number; midnight: number; nextMidnight: number },
  { after, until }: { after: number; until: number },
): DemoCost[] {
  const end = Math.min(until, at.nextMidnight);
  const whole = end === at.nextMidnight;
  const hour = Math.floor((end - at.midnight) / HOUR);
  const time = whole ? at.nextMidnight : at.midnight + hour * HOUR;
  if (hour < 1 || time <= after) return [];
  return spending.map((one) => costOf(one, at, time));
}

function costOf(
  { ad, clicks, costPerClick, clickRate }: Spending,
  {
    day,
    index,
    midnight,
    nextMidnight,
  }: { day: Day; index: number; midnight: number; nextMidnight: number },
  time: number,
): DemoCost {
  const { plan } = ad;
  const passed = (time - midnight) / (nextMidnight - midnight);
  const counted = clicks.filter((click) => click < time).length;
  // Platforms count more clicks than arrive, and returning people click too.
  const billed = Math.round(counted * (plan.targets === 'back' ? 1.5 : 1.06));
  const seen = billed / clickRate + (0.4 / clickRate) * passed;
  return {
    event_name: 'cost',
    event_time: time,
    delivery_id: `c${index}-${ad.adId}-${Math.round((time - midnight) / HOUR)}`,
    date: day,
    account: `${plan.platform}-${plan.affId ?? 'house'}`,
    platform: plan.platform,
    campaign_id: ad.campaignId,
    campaign_name: plan.name,
    adset_id: ad.adSetId,
    adset_name: ad.adSetName,
    ad_id: ad.adId,
    ad_name: ad.adName,
    ...(plan.affId ? { affid: plan.affId } : {}),
    impressions: Math.round(seen),
    clicks: billed,
    spend: (billed * costPerClick).toFixed(2),
    currency: 'USD',
  };
}
