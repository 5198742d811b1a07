import { addDays, type Day, startOfDay } from '#contract/period.ts';
import { type Ad, type Campaign, campaigns } from './ads.ts';
import { partnerPlans } from './campaigns.ts';
import type { DemoProject } from './company.ts';
import { type Spending, spendingOf } from './costs.ts';
import { demandOf, hours, saleOf } from './demand.ts';
import type { DemoEvent } from './event.ts';
import { journeyOf } from './journey.ts';
import { crawled, tried, unexplained } from './noise.ts';
import { everywhere, withoutTheStates } from './places.ts';
import { type Chance, chanceOf, weighted } from './random.ts';
import {
  type Arrival,
  arrivalOfAd,
  arrivalOfNobody,
  arrivalOfPartner,
  freshness,
} from './shop-visits.ts';
import { visitorOf } from './visitor.ts';

const HOUR = 3_600_000;

/** Which demo it is: the same seed and first day give the same days for ever. */
export type World = { seed: number; firstDay: Day };

export type Traffic = {
  day: Day;
  index: number;
  midnight: number;
  nextMidnight: number;
  /** Of the journeys that begin on this day; some of their events lie on later ones. In no order. */
  events: DemoEvent[];
  spending: Spending[];
};

/** All that begins in one shop on one of its local days, counted from the first of the history. */
export function trafficOf(world: World, project: DemoProject, index: number): Traffic {
  const day = addDays(world.firstDay, index);
  const midnight = startOfDay(day, project.timezone).getTime();
  const nextMidnight = startOfDay(addDays(day, 1), project.timezone).getTime();
  const chance = chanceOf(world.seed, project.slug, index);
  const moment = () => momentOf(midnight, chance);
  const demand = demandOf(day, index) * chance.between(0.88, 1.12);
  const { readiness } = saleOf(day);
  const running = campaigns.filter((one) => isRunning(one, project, index));
  const comeBack = waysBack(running, index, chance);
  const events: DemoEvent[] = [];

  let journeys = 0;
  const begin = (arrival: Arrival, places = everywhere): number => {
    const start = moment();
    const identity = chance.happens(0.04) ? knownFace(index, chance) : [index, journeys];
    events.push(
      ...journeyOf({
        project,
        chance,
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
    const places = plan.outsideTheStates ? withoutTheStates : everywhere;
    const clicks = new Map<Ad, number[]>(ads.items.map((ad) => [ad, []]));
    for (
      let left = chance.count(plan.clicks * demand * reach(ads.items[0], index));
      left > 0;
      left -= 1
    ) {
      const ad = chance.pick(ads);
      clicks.get(ad)?.push(begin(arrivalOfAd(ad, index, chance), places));
    }
    for (const [ad, times] of clicks) spending.push(spendingOf(ad, times, index, chance));
  }
  for (const plan of partnerPlans.filter((one) => one.project === project.slug)) {
    for (let left = chance.count(plan.clicks * demand); left > 0; left -= 1) {
      begin(arrivalOfPartner(plan, chance));
    }
  }
  for (let left = chance.count(project.visitsForFree * demand); left > 0; left -= 1) {
    begin(arrivalOfNobody(chance));
  }

  const setting = { project, chance, moment, key: `d${index}` };
  const bots = chance.count(project.visitsForFree * demand * 0.17);
  events.push(...crawled(setting, bots, () => arrivalOfAd(anyAd(running, chance), index, chance)));
  events.push(...unexplained(setting, chance.count(project.visitsForFree * demand * 0.03)));
  if (chance.happens(0.3)) events.push(...tried(setting));
  return { day, index, midnight, nextMidnight, events, spending };
}

const isRunning = ({ plan }: Campaign, project: DemoProject, index: number): boolean =>
  plan.project === project.slug && index >= (plan.from ?? 0) && index <= (plan.until ?? index);

/** Nobody spends as much on an audience that has stopped answering. */
const reach = (ad: Ad | undefined, index: number): number =>
  ad ? 0.35 + 0.65 * freshness(ad, index) : 1;

const momentOf = (midnight: number, chance: Chance): number =>
  Math.floor(midnight + (chance.pick(hours) + chance.next()) * HOUR);

/** Somebody who was here on one of the days before. */
const knownFace = (index: number, chance: Chance): number[] => [
  index - chance.whole(1, 40),
  chance.whole(0, 60),
];

function anyAd(running: readonly Campaign[], chance: Chance): Ad {
  const all = weighted(running.map(({ ads, plan }) => [ads, plan.clicks] as const));
  return chance.pick(chance.pick(all));
}

/** By a reminder, a newsletter or a search for the name; else on one's own. */
function waysBack(running: readonly Campaign[], index: number, chance: Chance): () => Arrival {
  const reminders = running.filter(({ plan }) => plan.brings === 'back');
  const ways = weighted(reminders.map(({ ads, plan }) => [ads, plan.clicks] as const));
  return () =>
    reminders.length > 0 && chance.happens(0.7)
      ? arrivalOfAd(chance.pick(chance.pick(ways)), index, chance)
      : arrivalOfNobody(chance);
}
