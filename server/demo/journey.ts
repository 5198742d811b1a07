import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import { ordered } from './order.ts';
import { willing } from './places.ts';
import type { Chance } from './random.ts';
import type { Arrival } from './shop-visits.ts';
import type { Visitor } from './visitor.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** No event of a journey lies further behind its beginning. */
export const longestJourney = 30 * DAY;

export type Journey = {
  project: DemoProject;
  chance: Chance;
  visitor: Visitor;
  arrival: Arrival;
  /** Another way by which the same person may come back. */
  comeBack: () => Arrival;
  start: number;
  /** How ready people are to buy on this day. */
  readiness: number;
  /** What makes its deliveries and orders its own. */
  key: string;
  orderNumber: number;
};

type Step = 'page_view' | 'view_content' | 'add_to_cart' | 'initiate_checkout';
/** `carried` is what the shop's pages remember of a visit and repeat with every event. */
type Visit = { arrival: Arrival; carried: Partial<DemoEvent>; clickId: string };

/** Everything one person does, from the first click over the shop's pages to an order and what becomes of it. */
export function journeyOf(journey: Journey): DemoEvent[] {
  const { project, chance, visitor, arrival, key, start } = journey;
  const events: DemoEvent[] = [];
  const delivery = () => `${key}-${events.length}`;
  const person = {
    visitor_id: visitor.id,
    user_agent: visitor.agent.text,
    client_ip: visitor.address,
    country: visitor.place.country === 'ZZ' ? '' : visitor.place.country,
    state: visitor.place.state,
  };
  const arrive = (time: number, by: Arrival): Visit => {
    if (!by.origin) return { arrival: by, carried: person, clickId: '' };
    const clickId = `ck_${chance.hex(20)}`;
    const event_time = Math.round(time);
    const carried = { ...person, ...by.origin, click_id: clickId };
    const platformId = by.clickId ? { [by.clickId]: platformIdOf(by.clickId, chance) } : {};
    const event_name = 'click';
    events.push({ ...carried, event_name, event_time, delivery_id: delivery(), ...platformId });
    return { arrival: by, carried, clickId };
  };
  const look = (time: number, event_name: Step, { arrival: by, carried }: Visit) => {
    if (by.losesTracking && chance.happens(0.6)) return;
    const event_time = Math.round(time);
    const event = { ...carried, event_name, event_time, delivery_id: delivery() };
    const url = event_name === 'page_view' ? pageOf(project, chance) : undefined;
    events.push({ ...event, source: 'browser', url });
  };
  /** Walks through the shop and says when the last step was. */
  const browse = (from: number, visit: Visit, steps: readonly Step[]): number => {
    let time = from;
    for (const step of steps) {
      time += step === 'page_view' ? chance.between(700, 4_000) : chance.skewed(45 * SECOND, 0.8);
      look(time, step, visit);
    }
    return time;
  };
  const buy = (time: number, { arrival: by, clickId }: Visit) => {
    const reports = ordered({ ...journey, arrival: by, clickId, at: Math.round(time) });
    for (const report of reports) events.push({ ...person, ...report, delivery_id: delivery() });
  };

  const first = arrive(start, arrival);
  if (!chance.happens(rateOf(journey))) {
    browse(start, first, looking(chance));
    if (chance.happens(0.07)) {
      const again = start + chance.between(3 * HOUR, 9 * DAY);
      browse(again, arrive(again, journey.comeBack()), looking(chance));
    }
  } else if (chance.happens(0.66)) {
    const last = browse(start, first, whole);
    buy(last + chance.skewed(70 * SECOND, 0.7), first);
  } else {
    browse(start, first, whole.slice(0, chance.happens(0.6) ? 3 : 2));
    const again = start + lagOf(chance);
    const second = chance.happens(0.45) ? arrive(again, journey.comeBack()) : first;
    const last = browse(again, second, whole.slice(chance.happens(0.5) ? 0 : 2));
    buy(last + chance.skewed(60 * SECOND, 0.7), second);
  }
  return events;
}

const whole: readonly Step[] = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout'];

/** How far somebody gets who does not buy. */
function looking(chance: Chance): readonly Step[] {
  if (!chance.happens(0.93)) return [];
  if (!chance.happens(0.46)) return whole.slice(0, 1);
  if (!chance.happens(0.19)) return whole.slice(0, 2);
  return whole.slice(0, chance.happens(0.34) ? 4 : 3);
}

function rateOf({ arrival, visitor, readiness }: Journey): number {
  const place = willing[visitor.place.country] ?? 1;
  return Math.min(0.6, arrival.rate * visitor.agent.willing * place * readiness);
}

/** From the first look to the order of those who sleep on it: mostly hours, sometimes two weeks. */
const lagOf = (chance: Chance): number =>
  Math.min(13 * DAY, 20 * MINUTE + chance.skewed(15 * HOUR, 1.5));

const pages = ['/', '/collections/new', '/collections/bestsellers', '/pages/story'];

function pageOf(project: DemoProject, chance: Chance): string {
  const products = project.products.map((product) => `/products/${product}`);
  const all = [...products, ...pages];
  return `${project.url}${all[chance.whole(0, all.length - 1)]}`;
}

function platformIdOf(name: 'fbclid' | 'gclid' | 'ttclid', chance: Chance): string {
  const starts = { fbclid: 'IwAR', gclid: 'Cj0KCQ', ttclid: 'E.C.P.' };
  return `${starts[name]}${chance.hex(24)}`;
}
