import { describe, expect, it } from 'vitest';
import { startOfDay } from '#contract/period.ts';
import { acceptEvents, type Delivery } from '#server/collect/accept-events.ts';
import { demoProjects } from '#server/demo/company.ts';
import { costsOf } from '#server/demo/costs.ts';
import type { DemoEvent } from '#server/demo/event.ts';
import { longestJourney } from '#server/demo/journey.ts';
import { landingPaths } from '#server/demo/landing-pages.ts';
import { asReported } from '#server/demo/shown-variants.ts';
import { trafficOf } from '#server/demo/traffic.ts';

const settings = {
  seed: 20_260_101,
  firstDay: '2025-10-16',
  startedAt: new Date('2026-11-20T15:00:00.000Z'),
};
const [home, nutrition] = demoProjects;
if (!home || !nutrition) throw new Error('The demo has two projects.');

const HOUR = 3_600_000;
const sample = [40, 97, 121, 182, 233, 274, 301, 345, 371, 393, 396, 399];
const days = demoProjects.map((project) => ({
  project,
  traffic: sample.map((index) => trafficOf(settings, project, index)),
}));
const events = days.flatMap(({ traffic }) => traffic.flatMap((day) => day.events));
const named = (name: string) => events.filter((event) => event.event_name === name);
const isServer = (event: DemoEvent) => event.source === undefined;

const accepted = days.flatMap(({ project, traffic }) => {
  const target = { id: 1, timezone: project.timezone, currency: 'USD', primaryEvent: 'purchase' };
  const at = new Date(Math.max(...traffic.map(({ midnight }) => midnight)) + 2 * longestJourney);
  const sent = traffic.flatMap((day) => [
    ...day.events,
    ...costsOf(day.spending, day, { after: 0, until: day.nextMidnight }),
  ]);
  return [
    acceptEvents(sent.map(asReported), { project: target, at, backfill: true, rateOf: () => null }),
  ];
});
const rows = accepted
  .flatMap(({ deliveries }) => deliveries)
  .flatMap(({ accepted: one }: Delivery) => (one.kind === 'event' ? [one.event] : []));
const valuesOf = (column: keyof (typeof rows)[number]) =>
  new Set(rows.map((row) => row[column]).filter((value) => value !== ''));

describe('traffic', () => {
  it('repeats itself for a seed and differs for another', () => {
    expect(trafficOf(settings, home, 200)).toEqual(trafficOf(settings, home, 200));
    expect(trafficOf({ ...settings, seed: 1 }, home, 200)).not.toEqual(
      trafficOf(settings, home, 200),
    );
  });

  it('makes events that the collector accepts, each with a delivery id of its own', () => {
    expect(accepted.flatMap(({ refusals }) => refusals)).toEqual([]);
    for (const { deliveries } of accepted) {
      expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(deliveries.length);
    }
  });

  it('adds up to more than 300,000 events in 400 days', () => {
    const spread = Array.from({ length: 16 }, (_, place) => place * 25 + 12);
    const counted = demoProjects
      .flatMap((project) => spread.map((index) => trafficOf(settings, project, index)))
      .reduce((sum, day) => sum + day.events.length + day.spending.length, 0);
    expect(counted * 25).toBeGreaterThan(300_000);
  });

  it('keeps the events of a day within the longest journey', () => {
    for (const { traffic } of days) {
      for (const { midnight, nextMidnight, events: all } of traffic) {
        const times = all.map(({ event_time }) => event_time);
        expect(Math.min(...times)).toBeGreaterThanOrEqual(midnight - 5_000);
        expect(Math.max(...times)).toBeLessThan(nextMidnight + longestJourney);
      }
    }
  });

  it('has every kind of event and a value in every dimension', () => {
    for (const name of ['click', 'page_view', 'view_content', 'add_to_cart', 'initiate_checkout']) {
      expect(named(name).length).toBeGreaterThan(50);
    }
    expect(named('refund').length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['approved', 'pending', 'rejected', 'reversed']),
    );
    expect(valuesOf('country').size).toBeGreaterThan(8);
    expect(valuesOf('state').size).toBeGreaterThan(50);
    expect(valuesOf('device')).toEqual(new Set(['mobile', 'desktop', 'tablet']));
    expect(valuesOf('channel').size).toBeGreaterThan(7);
    expect(valuesOf('affid').size).toBe(6);
    for (const column of ['affsub', 'referrer', 'utm_content', 'ad_id', 'offer_id'] as const) {
      expect(valuesOf(column).size).toBeGreaterThan(5);
    }
    expect(valuesOf('utm_source')).toEqual(
      new Set(['facebook', 'google', 'tiktok', 'newsletter', 'taboola']),
    );
  });

  it('shows about 85 % of the orders to the browser, a few with faults', () => {
    const orders = new Set(
      named('purchase')
        .filter((event) => isServer(event) && !event.test)
        .map(({ event_id }) => event_id),
    );
    const twins = named('purchase').filter((event) => !isServer(event));
    expect(twins.length / orders.size).toBeGreaterThan(0.81);
    expect(twins.length / orders.size).toBeLessThan(0.89);
    const foreign = twins.filter(({ event_id }) => event_id?.startsWith('px-'));
    expect(foreign.length / twins.length).toBeGreaterThan(0.01);
    expect(foreign.length / twins.length).toBeLessThan(0.08);
  });

  it('sends bots that are recognised, and marked tests', () => {
    const bots = rows.filter(({ is_bot }) => is_bot === 1);
    expect(bots.length / rows.length).toBeGreaterThan(0.005);
    expect(bots.every(({ event_name }) => event_name === 'click')).toBe(true);
    expect(rows.some(({ is_test }) => is_test === 1)).toBe(true);
  });

  it('is low at night and high on Black Friday', () => {
    const blackFriday = 407;
    const clicksOn = (index: number) =>
      trafficOf(settings, home, index).events.filter(({ event_name }) => event_name === 'click');
    expect(clicksOn(blackFriday).length).toBeGreaterThan(1.6 * clicksOn(blackFriday - 14).length);
    const hourOf = (event: DemoEvent) =>
      Math.floor((event.event_time - startOfDay('2026-11-27', home.timezone).getTime()) / HOUR);
    const evening = clicksOn(blackFriday).filter((click) => hourOf(click) === 20).length;
    const night = clicksOn(blackFriday).filter((click) => hourOf(click) === 3).length;
    expect(evening).toBeGreaterThan(3 * night);
  });

  it('loses the tracking of one campaign in the last weeks', () => {
    const forgotten = (index: number) => {
      const orders = trafficOf(settings, home, index).events.filter(
        (event) => event.event_name === 'purchase' && isServer(event) && event.visitor_id === '',
      );
      return orders.length;
    };
    const before = [360, 363, 366, 369].map(forgotten);
    const after = [380, 384, 388, 392, 396, 399].map(forgotten);
    expect(Math.max(...before)).toBe(0);
    expect(after.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  });
});

describe('landing pages', () => {
  const pageAt = (path: string) => (event: DemoEvent) =>
    event.event_name === 'page_view' && event.url === home.url + path;
  const lead = ({ event_name }: DemoEvent) => event_name === 'lead';

  it('change no other event of the shop than the address of its first pages', () => {
    const plain = (hasLandingPages: boolean) =>
      trafficOf(settings, { ...home, hasLandingPages }, 301)
        .events.filter(({ delivery_id }) => !delivery_id.includes('beside'))
        .map((event) => (event.event_name === 'page_view' ? { ...event, url: '' } : event));
    expect(plain(true)).toEqual(plain(false));
  });

  it('lead to orders, addresses and add-ons', () => {
    const all = trafficOf(settings, home, 301).events;
    const { letter, guide, guideThanks } = landingPaths;
    const [letters, guides, leads, thanks, addOns] = [
      pageAt(letter),
      pageAt(guide),
      lead,
      pageAt(guideThanks),
      ({ event_name }: DemoEvent) => event_name === 'upsell',
    ].map((wanted) => all.filter(wanted).length);
    expect(letters).toBeGreaterThan(30);
    expect(guides).toBeGreaterThan(2 * (leads ?? 0) - 20);
    expect(leads).toBeGreaterThan(20);
    expect(thanks).toBe(leads);
    expect(addOns).toBeGreaterThan(0);
  });

  it('lose the leads from nine on the day before the start, and nothing else', () => {
    const { timezone } = home;
    const lost = startOfDay('2026-11-19', timezone).getTime() + 9 * HOUR;
    const late = [399, 400, 401, 402].flatMap((index) => trafficOf(settings, home, index).events);
    const leads = late.filter(lead).map(({ event_time }) => event_time);
    expect(leads.length).toBeGreaterThan(0);
    expect(Math.max(...leads)).toBeLessThan(lost);
    const thanks = late.filter(pageAt(landingPaths.guideThanks));
    expect(thanks.filter(({ event_time }) => event_time >= lost).length).toBeGreaterThan(40);
  });
});

describe('costs', () => {
  const day = trafficOf(settings, home, 300);
  const spent = (until: number, after = 0) =>
    costsOf(day.spending, day, { after, until }).reduce((sum, row) => sum + Number(row.spend), 0);

  it('grow with the hours and are final after the day', () => {
    const noon = spent(day.midnight + 12 * HOUR);
    expect(noon).toBeGreaterThan(0);
    expect(spent(day.nextMidnight)).toBeGreaterThan(noon);
    expect(spent(day.nextMidnight + 10 * HOUR)).toBe(spent(day.nextMidnight));
  });

  it('are sent once an hour', () => {
    const three = day.midnight + 3 * HOUR;
    expect(spent(day.midnight + HOUR - 1)).toBe(0);
    expect(spent(three + 60_000, three)).toBe(0);
    expect(spent(three, three - 60_000)).toBeGreaterThan(0);
    expect(spent(day.nextMidnight + HOUR, day.nextMidnight)).toBe(0);
  });
});
