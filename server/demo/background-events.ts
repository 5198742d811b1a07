import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import { allPlaces } from './places.ts';
import type { Random } from './random.ts';
import type { ShopVisit } from './shop-visits.ts';
import { crawlers } from './user-agents.ts';
import { personOf, visitorOf } from './visitor.ts';

const MINUTE = 60_000;

type Setting = {
  project: DemoProject;
  random: Random;
  moment: () => number;
  /** Makes the ids of this day's deliveries unique. */
  key: string;
};

/** Bots that follow links. They never buy, and no figure counts them. */
export function botEvents(
  { random, moment, key }: Setting,
  howMany: number,
  arrive: () => ShopVisit,
): DemoEvent[] {
  return Array.from({ length: howMany }, (_, number) => ({
    event_name: 'click',
    event_time: moment(),
    delivery_id: `${key}-bot-${number}`,
    ...arrive().origin,
    click_id: `ck_${random.hex(20)}`,
    user_agent: random.pick(crawlers),
    country: 'US',
  }));
}

/** Orders by telephone and of visitors without a known click; a few name a partner by coupon code. */
export function unattributedOrders(
  { project, random, moment, key }: Setting,
  howMany: number,
): DemoEvent[] {
  return Array.from({ length: howMany }, (_, number): DemoEvent => {
    const visitor = visitorOf([key, 'unexplained', number], allPlaces);
    const { median, spread, least } = project.basket;
    const name = `${project.initials}T-${key}-${number}`;
    const partner = random.happens(0.25) ? project.affiliates.at(-1) : undefined;
    return {
      event_name: 'purchase',
      event_time: moment(),
      delivery_id: `${key}-unexplained-${number}`,
      event_id: `o-${name}`,
      order_id: name,
      value: Math.max(least, random.skewed(median, spread)).toFixed(2),
      currency: 'USD',
      external_id: personOf(visitor),
      country: visitor.place.country === 'ZZ' ? '' : visitor.place.country,
      state: visitor.place.state,
      ...(partner ? { affid: partner.affId } : {}),
      params: { channel: partner ? 'coupon' : 'telephone', items: 1 + random.count(0.5) },
    };
  });
}

/** Test events of people who check their tracking. */
export function testEvents({ project, random, moment, key }: Setting): DemoEvent[] {
  const at = moment();
  const visitor = visitorOf([key, 'tester'], allPlaces);
  const person = {
    visitor_id: visitor.id,
    user_agent: visitor.agent.text,
    click_id: `ck_test_${random.hex(12)}`,
    test: true,
  };
  const partner = project.affiliates[0]?.affId ?? '';
  return [
    {
      ...person,
      event_name: 'click',
      event_time: at,
      delivery_id: `${key}-test-0`,
      affid: partner,
    },
    {
      ...person,
      event_name: 'purchase',
      event_time: at + 2 * MINUTE,
      delivery_id: `${key}-test-1`,
      event_id: `o-TEST-${key}`,
      order_id: `TEST-${key}`,
      value: '1.00',
      currency: 'USD',
    },
  ];
}
