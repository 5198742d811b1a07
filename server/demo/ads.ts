import { type CampaignPlan, campaignPlans, type Platform } from './campaigns.ts';
import { createRandom, type Weighted, weighted } from './random.ts';

/** One advertisement with everything that a click on it carries. */
export type Ad = {
  plan: CampaignPlan;
  campaignId: string;
  adSetId: string;
  adSetName: string;
  adId: string;
  adName: string;
  tags: { utm_source: string; utm_medium: string; utm_campaign: string; utm_content: string };
  /** Its conversion rate relative to its campaign. */
  quality: number;
};

export type Campaign = { plan: CampaignPlan; ads: Weighted<Ad> };

const tagging: Record<Platform, { source: string; medium: string }> = {
  facebook: { source: 'facebook', medium: 'paid_social' },
  google: { source: 'google', medium: 'cpc' },
  tiktok: { source: 'tiktok', medium: 'paid_social' },
  email: { source: 'newsletter', medium: 'email' },
  native: { source: 'taboola', medium: 'native' },
};

function campaignOf(plan: CampaignPlan): Campaign {
  const campaignId = idOf(plan.platform, plan.project, plan.name);
  const ads = plan.adSets.flatMap((adSet, place) =>
    adSet.ads.map((adName) => {
      const key = [plan.project, plan.name, adSet.name, adName];
      const random = createRandom('ad', ...key);
      const ad: Ad = {
        plan,
        campaignId,
        adSetId: idOf(plan.platform, plan.project, plan.name, adSet.name),
        adSetName: adSet.name,
        adId: idOf(plan.platform, ...key),
        adName,
        tags: {
          utm_source: tagging[plan.platform].source,
          utm_medium: tagging[plan.platform].medium,
          utm_campaign: slugOf(plan.name),
          utm_content: slugOf(adName),
        },
        quality: random.between(0.55, 1.45),
      };
      return [ad, random.between(0.5, 1.5) / (place + 1)] as const;
    }),
  );
  return { plan, ads: weighted(ads) };
}

const digits: Record<Platform, { start: string; length: number }> = {
  facebook: { start: '1202', length: 18 },
  google: { start: '2', length: 11 },
  tiktok: { start: '17', length: 16 },
  email: { start: '8', length: 6 },
  native: { start: '4', length: 8 },
};

function idOf(platform: Platform, ...names: readonly string[]): string {
  const { start, length } = digits[platform];
  const random = createRandom('id', platform, ...names);
  let id = start;
  while (id.length < length) id += random.whole(0, 9);
  return id;
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9@.]+/g, '-')
    .replace(/^-|-$/g, '');

/** The ids look like each platform's; they derive from the names alone, so every installation has the same ones. */
export const campaigns: readonly Campaign[] = campaignPlans.map(campaignOf);
