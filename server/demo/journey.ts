import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import { addOnEvents, landingOf, landingPaths, optInEvents } from './landing-pages.ts';
import { orderReports } from './order.ts';
import { buyingReadiness } from './places.ts';
import { createRandom, type Random } from './random.ts';
import type { ShopVisit } from './shop-visits.ts';
import type { Visitor } from './visitor.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest time from the start of a journey to its last event. */
export const longestJourney = 30 * DAY;

export type Journey = {
  project: DemoProject;
  random: Random;
  visitor: Visitor;
  arrival: ShopVisit;
  /** Another way by which the same person may return. */
  comeBack: () => ShopVisit;
  start: number;
  /** The readiness to buy on this day. */
  readiness: number;
  /** Makes the ids of its deliveries and orders unique. */
  key: string;
  orderNumber: number;
};

type Step = 'page_view' | 'view_content' | 'add_to_cart' | 'initiate_checkout';
/** `carried` holds the fields that the shop's pages remember of a visit and repeat with every event. */
type Visit = { arrival: ShopVisit; carried: Partial<DemoEvent>; clickId: string };

/** All events of one person, from the first click over the shop's pages to an order and its later changes. */
export function journeyOf(journey: Journey): DemoEvent[] {
  const { project, random, visitor, arrival, key, start } = journey;
  const events: DemoEvent[] = [];
  const beside: DemoEvent[] = [];
  // Numbers of their own, so that all other events are the same with and without these pages.
  const pageRandom = createRandom('pages', visitor.id, key);
  const landing = landingOf(project, arrival, pageRandom);
  const delivery = () => `${key}-${events.length}`;
  const person = {
    visitor_id: visitor.id,
    user_agent: visitor.agent.text,
    client_ip: visitor.address,
    country: visitor.place.country === 'ZZ' ? '' : visitor.place.country,
    state: visitor.place.state,
  };
  const arrive = (time: number, by: ShopVisit): Visit => {
    if (!by.origin) return { arrival: by, carried: person, clickId: '' };
    const clickId = `ck_${random.hex(20)}`;
    const event_time = Math.round(time);
    const carried = { ...person, ...by.origin, click_id: clickId };
    const platformId = by.clickId ? { [by.clickId]: platformIdOf(by.clickId, random) } : {};
    const event_name = 'click';
    events.push({ ...carried, event_name, event_time, delivery_id: delivery(), ...platformId });
    return { arrival: by, carried, clickId };
  };
  const add = (made: ReturnType<typeof addOnEvents>, carried: Partial<DemoEvent>) => {
    for (const one of made) {
      const delivery_id = `${key}-beside-${beside.length}`;
      beside.push({ ...carried, ...one, delivery_id, source: 'browser' });
    }
  };
  const look = (time: number, event_name: Step, { arrival: by, carried }: Visit) => {
    if (by.losesTracking && random.happens(0.6)) return;
    const event_time = Math.round(time);
    const event = { ...carried, event_name, event_time, delivery_id: delivery() };
    const isPage = event_name === 'page_view';
    const isLanding = isPage && landing && by === arrival && !events.some(isPageView);
    const page = isPage ? pageOf(project, random) : undefined;
    const url = isLanding ? project.url + landingPaths[landing] : page;
    events.push({ ...event, source: 'browser', url });
    if (isLanding && landing === 'guide') {
      add(optInEvents(project, event_time, pageRandom), carried);
    }
  };
  /** Adds the steps of a visit and answers the time of the last one. */
  const browse = (from: number, visit: Visit, steps: readonly Step[]): number => {
    let time = from;
    for (const step of steps) {
      time += step === 'page_view' ? random.between(700, 4_000) : random.skewed(45 * SECOND, 0.8);
      look(time, step, visit);
    }
    return time;
  };
  const buy = (time: number, { arrival: by, carried, clickId }: Visit) => {
    const reports = orderReports({ ...journey, arrival: by, clickId, at: Math.round(time) });
    for (const report of reports) events.push({ ...person, ...report, delivery_id: delivery() });
    add(addOnEvents(project, time, pageRandom), carried);
  };

  const first = arrive(start, arrival);
  if (!random.happens(rateOf(journey))) {
    browse(start, first, looking(random));
    if (random.happens(0.07)) {
      const again = start + random.between(3 * HOUR, 9 * DAY);
      browse(again, arrive(again, journey.comeBack()), looking(random));
    }
  } else if (random.happens(0.66)) {
    const last = browse(start, first, whole);
    buy(last + random.skewed(70 * SECOND, 0.7), first);
  } else {
    browse(start, first, whole.slice(0, random.happens(0.6) ? 3 : 2));
    const again = start + lagOf(random);
    const second = random.happens(0.45) ? arrive(again, journey.comeBack()) : first;
    const last = browse(again, second, whole.slice(random.happens(0.5) ? 0 : 2));
    buy(last + random.skewed(60 * SECOND, 0.7), second);
  }
  return [...events, ...beside];
}

const isPageView = ({ event_name }: DemoEvent): boolean => event_name === 'page_view';

const whole: readonly Step[] = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout'];

/** The steps of a visitor who does not buy. */
function looking(random: Random): readonly Step[] {
  if (!random.happens(0.93)) return [];
  if (!random.happens(0.46)) return whole.slice(0, 1);
  if (!random.happens(0.19)) return whole.slice(0, 2);
  return whole.slice(0, random.happens(0.34) ? 4 : 3);
}

function rateOf({ arrival, visitor, readiness }: Journey): number {
  const place = buyingReadiness.get(visitor.place.country) ?? 1;
  return Math.min(0.6, arrival.rate * visitor.agent.willing * place * readiness);
}

/** The delay of orders that are not placed at once: mostly hours, sometimes two weeks. */
const lagOf = (random: Random): number =>
  Math.min(13 * DAY, 20 * MINUTE + random.skewed(15 * HOUR, 1.5));

const pages = ['/', '/collections/new', '/collections/bestsellers', '/pages/story'];

function pageOf(project: DemoProject, random: Random): string {
  const products = project.products.map((product) => `/products/${product}`);
  const all = [...products, ...pages];
  return `${project.url}${all[random.whole(0, all.length - 1)]}`;
}

function platformIdOf(name: 'fbclid' | 'gclid' | 'ttclid', random: Random): string {
  const starts = { fbclid: 'IwAR', gclid: 'Cj0KCQ', ttclid: 'E.C.P.' };
  return `${starts[name]}${random.hex(24)}`;
}
