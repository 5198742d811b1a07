import { addDays, type Day, startOfDay } from '#contract/period.ts';
import { type Ad, type Campaign, campaigns } from './ads.ts';
import { botEvents, testEvents, unattributedOrders } from './background-events.ts';
import { partnerPlans } from './campaigns.ts';
import type { DemoProject } from './company.ts';
import { type Spending, spendingOf } from './costs.ts';
import { demandOf, hours, saleOf } from './demand.ts';
import type { DemoEvent } from './event.ts';
import { journeyOf } from './journey.ts';
import { isLost } from './landing-pages.ts';
import { allPlaces, withoutTheStates } from './places.ts';
import { createRandom, type Random, weighted } from './random.ts';
import { adVisit, freshness, organicVisit, partnerVisit, type ShopVisit } from './shop-visits.ts';
import { splitTraffic } from './test-traffic.ts';
import { visitorOf } from './visitor.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;

export type Traffic = {
  day: Day;
  index: number;
  midnight: number;
  nextMidnight: number;
  /** Events of journeys that begin on this day, including later ones, unsorted. */
  events: DemoEvent[];
  spending: Spending[];
};

/** All journeys that begin in one shop on one of its local days, counted from the first of the history. */
export function trafficOf(world: World, project: DemoProject, index: number): Traffic {
  const day = addDays(world.firstDay, index);
  const midnight = startOfDay(day, project.timezone).getTime();
  const nextMidnight = startOfDay(addDays(day, 1), project.timezone).getTime();
  const random = createRandom(world.seed, project.slug, index);
  const moment = () => momentOf(midnight, random);
  const demand = demandOf(day, index) * random.between(0.88, 1.12);
  const { readiness } = saleOf(day);
  const running = campaigns.filter((one) => isRunning(one, project, index));
  const comeBack = waysBack(running, index, random);
  const events: DemoEvent[] = [];

  let journeys = 0;
  const begin = (arrival: ShopVisit, places = allPlaces): number => {
    const start = moment();
    const identity = random.happens(0.04) ? knownFace(index, random) : [index, journeys];
    events.push(
      ...journeyOf({
        project,
        random,
        arrival,
        comeBack,
        start,
        readiness,
        visitor: visitorOf([world.seed, project.slug, ...identity], places),
        key: `d${index}-${journeys}`,
        orderNumber: 10_000 + index * 1_000 + journeys,
      }),
    );
    journeys += 1;
    return start;
  };

  const spending: Spending[] = [];
  for (const { plan, ads } of running) {
    const places = plan.outsideTheStates ? withoutTheStates : allPlaces;
    const clicks = new Map<Ad, number[]>(ads.items.map((ad) => [ad, []]));
    for (
      let left = random.count(plan.clicks * demand * reach(ads.items[0], index));
      left > 0;
      left -= 1
    ) {
      const ad = random.pick(ads);
      clicks.get(ad)?.push(begin(adVisit(ad, index, random), places));
    }
    for (const [ad, times] of clicks) spending.push(spendingOf(ad, times, index, random));
  }
  for (const plan of partnerPlans.filter((one) => one.project === project.slug)) {
    for (let left = random.count(plan.clicks * demand); left > 0; left -= 1) {
      begin(partnerVisit(plan, random));
    }
  }
  for (let left = random.count(project.visitsForFree * demand); left > 0; left -= 1) {
    begin(organicVisit(random));
  }

  const setting = { project, random, moment, key: `d${index}` };
  const bots = random.count(project.visitsForFree * demand * 0.17);
  events.push(...botEvents(setting, bots, () => adVisit(anyAd(running, random), index, random)));
  events.push(...unattributedOrders(setting, random.count(project.visitsForFree * demand * 0.03)));
  if (random.happens(0.3)) events.push(...testEvents(setting));
  events.push(...splitTraffic(events, project, world));
  const seen = events.filter((event) => !isLost(event, project, world.startedAt));
  return { day, index, midnight, nextMidnight, events: seen, spending };
}

const isRunning = ({ plan }: Campaign, project: DemoProject, index: number): boolean =>
  plan.project === project.slug && index >= (plan.from ?? 0) && index <= (plan.until ?? index);

/** Budgets fall for audiences that have stopped responding. */
const reach = (ad: Ad | undefined, index: number): number =>
  ad ? 0.35 + 0.65 * freshness(ad, index) : 1;

const momentOf = (midnight: number, random: Random): number =>
  Math.floor(midnight + (random.pick(hours) + random.next()) * HOUR);

/** A visitor of one of the days before. */
const knownFace = (index: number, random: Random): number[] => [
  index - random.whole(1, 40),
  random.whole(0, 60),
];

function anyAd(running: readonly Campaign[], random: Random): Ad {
  const all = weighted(running.map(({ ads, plan }) => [ads, plan.clicks] as const));
  return random.pick(random.pick(all));
}

/** By a remarketing ad, a newsletter or a search for the name, or directly. */
function waysBack(running: readonly Campaign[], index: number, random: Random): () => ShopVisit {
  const reminders = running.filter(({ plan }) => plan.targets === 'back');
  const ways = weighted(reminders.map(({ ads, plan }) => [ads, plan.clicks] as const));
  return () =>
    reminders.length > 0 && random.happens(0.7)
      ? adVisit(random.pick(random.pick(ways)), index, random)
      : organicVisit(random);
}
