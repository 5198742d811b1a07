import { crawlers } from './agents.ts';
import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import { everywhere } from './places.ts';
import type { Chance } from './random.ts';
import type { Arrival } from './shop-visits.ts';
import { personOf, visitorOf } from './visitor.ts';

const MINUTE = 60_000;

type Setting = {
  project: DemoProject;
  chance: Chance;
  moment: () => number;
  /** What makes the deliveries of this day its own. */
  key: string;
};

/** Machines that follow links. They never buy, and no figure counts them. */
export function crawled(
  { chance, moment, key }: Setting,
  howMany: number,
  arrive: () => Arrival,
): DemoEvent[] {
  return Array.from({ length: howMany }, (_, number) => ({
    event_name: 'click',
    event_time: moment(),
    delivery_id: `${key}-bot-${number}`,
    ...arrive().origin,
    click_id: `ck_${chance.hex(20)}`,
    user_agent: chance.pick(crawlers),
    country: 'US',
  }));
}

/** Orders by telephone and from visitors that no click is known of; a coupon code names the partner of a few. */
export function unexplained(
  { project, chance, moment, key }: Setting,
  howMany: number,
): DemoEvent[] {
  return Array.from({ length: howMany }, (_, number): DemoEvent => {
    const visitor = visitorOf([key, 'unexplained', number], everywhere);
    const { median, spread, least } = project.basket;
    const name = `${project.initials}T-${key}-${number}`;
    const partner = chance.happens(0.25) ? project.affiliates.at(-1) : undefined;
    return {
      event_name: 'purchase',
      event_time: moment(),
      delivery_id: `${key}-unexplained-${number}`,
      event_id: `o-${name}`,
      order_id: name,
      value: Math.max(least, chance.skewed(median, spread)).toFixed(2),
      currency: 'USD',
      external_id: personOf(visitor),
      country: visitor.place.country === 'ZZ' ? '' : visitor.place.country,
      state: visitor.place.state,
      ...(partner ? { affid: partner.affId } : {}),
      params: { channel: partner ? 'coupon' : 'telephone', items: 1 + chance.count(0.5) },
    };
  });
}

/** Somebody checks whether the tracking still works. */
export function tried({ project, chance, moment, key }: Setting): DemoEvent[] {
  const at = moment();
  const visitor = visitorOf([key, 'tester'], everywhere);
  const person = {
    visitor_id: visitor.id,
    user_agent: visitor.agent.text,
    click_id: `ck_test_${chance.hex(12)}`,
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
