import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import { textMap } from '#contract/text-map.ts';
import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import type { Random } from './random.ts';
import type { ShopVisit } from './shop-visits.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

/** The pages that lead people to an order or to their address, beside the shop's own ones. */
export const landingPaths = {
  letter: '/pages/the-sheet-test',
  guide: '/guides/better-sleep',
  guideThanks: '/guides/better-sleep/thank-you',
  addOn: '/checkout/add-on',
} as const;

export type Landing = 'letter' | 'guide';

const readers = textMap({ taboola: 1, facebook: 0.8, tiktok: 0.6 });

/** The page with which a visit begins, null for any page of the shop. */
export function landingOf(
  { hasLandingPages }: DemoProject,
  { origin }: ShopVisit,
  random: Random,
): Landing | null {
  if (!hasLandingPages) return null;
  const reading = readers.get(origin?.utm_source ?? '');
  if (reading !== undefined) return random.happens(reading) ? 'letter' : null;
  return random.happens(0.7) ? 'guide' : null;
}

type Made = Omit<DemoEvent, 'delivery_id'>;

/** What follows when somebody has opened the guide: the address is left, and a page says thanks. */
export function optInEvents({ url }: DemoProject, at: number, random: Random): Made[] {
  if (!random.happens(0.46)) return [];
  const left = at + 6 * SECOND + random.skewed(38 * SECOND, 0.7);
  return [
    { event_name: 'lead', event_time: Math.round(left), url: url + landingPaths.guide },
    {
      event_name: 'page_view',
      event_time: Math.round(left + random.between(900, 3_000)),
      url: url + landingPaths.guideThanks,
    },
  ];
}

/** What some add to an order that they have just placed. */
export function addOnEvents(
  { hasLandingPages, url }: DemoProject,
  at: number,
  random: Random,
): Made[] {
  if (!hasLandingPages || !random.happens(0.34)) return [];
  const event_time = Math.round(at + 8 * SECOND + random.skewed(30 * SECOND, 0.6));
  return [{ event_name: 'upsell', event_time, url: url + landingPaths.addOn }];
}

/** Since yesterday the guide's form sends nothing: its pixel was lost, while people still leave their addresses. */
export function isLost(
  { event_name, event_time }: DemoEvent,
  { timezone }: DemoProject,
  startedAt: Date,
): boolean {
  if (event_name !== 'lead') return false;
  const yesterday = addDays(dayAt(startedAt, timezone), -1);
  return event_time >= startOfDay(yesterday, timezone).getTime() + 9 * HOUR;
}
