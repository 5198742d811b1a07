import type { ClickHouseClient } from '@clickhouse/client';
import {
  type Alternative,
  type Definition,
  definitionSchema,
  type EventFilter,
  type Matcher,
} from '#contract/funnels/definition.ts';
import type {
  FunnelConversion,
  FunnelData,
  FunnelEvent,
  FunnelReportSide,
} from '#tests/support/reference/funnels.ts';

export type Random = {
  below(end: number): number;
  one<Item>(items: readonly Item[]): Item;
  chance(part: number): boolean;
};

/** Numbers that are the same in each run (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    one: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from.');
      return item;
    },
    chance: (part) => next() < part,
  };
}

const minute = 60_000;
const hour = 60 * minute;
/** 1 November 2026 has 25 hours in New York. */
export const firstDay = Date.parse('2026-10-30T04:00:00.000Z');
export const primary = 'purchase';
const names = ['page_view', 'page_view', 'lead', 'checkout', 'purchase', 'upsell', 'cancel'];
const paths = ['/', '/offer', '/Offer/2', '/checkout'];
const countries = ['US', 'DE', 'ZZ', ''];
export const affids = ['1001', '1002', ''];

/** Few distinct moments, so that events share one, and gaps exactly as long as windows. */
const moment = (random: Random): number =>
  firstDay +
  random.below(5) * 24 * hour +
  random.below(3) * hour +
  random.one([0, 0, 1, 5, 60]) * minute +
  random.one([0, 0, 0, 1]);

/** Events of a few visitors, with server and browser reports of the same things. */
export function randomData(random: Random, label: string): FunnelData {
  const events: FunnelEvent[] = [];
  const conversions: FunnelConversion[] = [];
  const add = (changes: Partial<FunnelEvent>): FunnelEvent => {
    const event: FunnelEvent = {
      uid: `${label}-${events.length}`,
      name: 'page_view',
      time: moment(random),
      side: 'browser',
      eventId: '',
      orderId: '',
      visitor: '',
      click: '',
      affid: random.one(affids),
      country: random.one(countries),
      campaign: random.one(['c1', 'c2', '']),
      value: random.one(['0', '0', '49.9', '100', '12.3456']),
      url: random.chance(0.8)
        ? `https://shop.test${random.one(paths)}?variant=${random.one(['a', 'B'])}`
        : '',
      custom: random.chance(0.5) ? { sku: random.one(['x', 'Y', 7]) } : {},
      leftOut: random.chance(0.08) ? random.one(['bot', 'test', 'twin'] as const) : null,
      ...changes,
    };
    events.push(event);
    return event;
  };
  const people = 30;
  for (let person = 0; person < people; person += 1) {
    const visitor = random.chance(0.9) ? `${label}-v${person}` : '';
    const clicks = [`${label}-k${person}`, `${label}-k${person}b`, ''];
    const own = () => ({
      visitor: random.chance(0.9) ? visitor : '',
      click: random.one(clicks),
    });
    const count = 1 + random.below(16);
    for (let index = 0; index < count; index += 1) {
      const name = random.one(names);
      if (name === primary && random.chance(0.8)) {
        reportConversion(random, { add, own, conversions, label });
      } else if (random.chance(0.2)) {
        const shared = {
          name,
          ...own(),
          ...(random.chance(0.5)
            ? { eventId: `e${random.below(4)}` }
            : { orderId: `o${random.below(4)}` }),
        };
        const first = add({ ...shared, side: 'browser' });
        add({
          ...shared,
          side: 'server',
          time: random.chance(0.5) ? first.time : first.time + random.below(3) * minute,
        });
      } else {
        add({ name, ...own(), side: random.one(['browser', 'server'] as const) });
      }
    }
  }
  return { events, conversions };
}

type Reporting = {
  add: (changes: Partial<FunnelEvent>) => FunnelEvent;
  own: () => { visitor: string; click: string };
  conversions: FunnelConversion[];
  label: string;
};

function reportConversion(random: Random, { add, own, conversions, label }: Reporting): void {
  const { visitor, click } = own();
  const time = moment(random);
  const value = random.one(['0', '49.9', '100', '12.3456', '0.0001']);
  const id = `${label}-conversion-${conversions.length}`;
  const sideOf = (side: 'server' | 'browser', person: { visitor: string; click: string }) => {
    const events = Array.from({ length: random.one([1, 1, 2]) }, (_, index) =>
      add({
        name: primary,
        side,
        ...person,
        time: time + index * random.one([0, 1, 5 * minute]) + (side === 'browser' ? minute : 0),
        value,
        leftOut: null,
        eventId: random.chance(0.5) ? id : '',
      }),
    );
    const report: FunnelReportSide = {
      uids: events.map(({ uid }) => uid),
      ...person,
      value,
      isCounted: random.chance(0.9),
    };
    return report;
  };
  const sides = random.one(['server', 'browser', 'both', 'both'] as const);
  const server =
    sides === 'browser'
      ? null
      : sideOf('server', {
          visitor: random.chance(0.5) ? visitor : '',
          click: random.chance(0.7) ? click : '',
        });
  const browser = sides === 'server' ? null : sideOf('browser', { visitor, click });
  conversions.push({ id, time, affid: random.one(affids), server, browser });
}

function randomFilter(random: Random): EventFilter {
  return random.one<EventFilter>([
    { property: 'path', operator: 'equals', value: '/offer' },
    { property: 'path', operator: 'starts_with', value: '/OFFER' },
    { property: 'path', operator: 'not_contains', value: 'offer' },
    { property: 'path', operator: 'regex', value: '^/(offer|checkout)$' },
    { property: 'country', operator: 'in', values: ['us', 'de'] },
    { property: 'country', operator: 'not_equals', value: 'US' },
    { property: 'country', operator: 'is_not_set' },
    { property: 'value', operator: 'gte', value: '49.90' },
    { property: 'value', operator: 'equals', value: '49.90' },
    { property: 'value', operator: 'lt', value: '50' },
    { property: 'query.variant', operator: 'equals', value: 'b' },
    { property: 'custom.sku', operator: 'not_in', values: ['X'] },
    { property: 'custom.sku', operator: 'equals', value: '7' },
    { property: 'host', operator: 'is_set' },
    { property: 'side', operator: 'equals', value: 'server' },
    { property: 'campaign_id', operator: 'contains', value: 'C' },
  ]);
}

function randomMatcher(random: Random): Matcher {
  const alternative = (): Alternative => ({
    event: random.one(names),
    filters: random.chance(0.3) ? [randomFilter(random)] : [],
  });
  return { any: random.chance(0.2) ? [alternative(), alternative()] : [alternative()] };
}

const windows = [1, 5, 60, 65, 120, 1_440, 1_445, 10_080];

export function randomDefinition(random: Random): Definition {
  const count = 2 + random.below(4);
  const steps = Array.from({ length: count }, (_, index) => ({
    slug: `step-${index}`,
    name: `Step ${index}`,
    kind: 'custom',
    matcher: randomMatcher(random),
    optional: index > 0 && index < count - 1 && random.chance(0.35),
    window_minutes: index > 0 && random.chance(0.25) ? random.one(windows) : null,
  }));
  const required = steps.filter(({ optional }) => !optional);
  const exclusions = Array.from({ length: random.one([0, 0, 1, 1, 2]) }, () => {
    const from = random.below(required.length - 1);
    const to = from + 1 + random.below(required.length - 1 - from);
    return {
      matcher: random.chance(0.6)
        ? { any: [{ event: 'cancel', filters: [] }] }
        : randomMatcher(random),
      from_step: required[from]?.slug ?? '',
      to_step: required[to]?.slug ?? '',
    };
  });
  return definitionSchema.parse({
    count_by: random.one(['visitor', 'visitor', 'click']),
    window_minutes: random.one(windows),
    steps,
    exclusions,
  });
}

export const randomFilters = (random: Random): EventFilter[] =>
  random.chance(0.2) ? [randomFilter(random)] : [];

const parse = { date_time_input_format: 'best_effort' } as const;

/** Stores events, and conversions as the resolver writes them. */
export async function insertFunnelData(
  writer: ClickHouseClient,
  project: number,
  { events, conversions }: FunnelData,
): Promise<void> {
  await writer.insert({
    table: 'events',
    format: 'JSONEachRow',
    clickhouse_settings: parse,
    values: events.map((one) => ({
      project_id: project,
      event_name: one.name,
      event_time: new Date(one.time).toISOString(),
      ingested_at: new Date(one.time).toISOString(),
      event_uid: one.uid,
      side: one.side,
      event_id: one.eventId,
      order_id: one.orderId,
      dedup_key: one.eventId || one.orderId || one.uid,
      visitor_id: one.visitor,
      click_id: one.click,
      affid: one.affid,
      country: one.country,
      campaign_id: one.campaign,
      value: one.value,
      is_bot: one.leftOut === 'bot' ? 1 : 0,
      is_test: one.leftOut === 'test' ? 1 : 0,
      is_twin: one.leftOut === 'twin' ? 1 : 0,
      params: JSON.stringify({ ...(one.url ? { url: one.url } : {}), ...one.custom }),
    })),
  });
  const rows = conversions.flatMap(({ id, time, affid, server, browser }) =>
    [['server', server, 0] as const, ['browser', browser, minute] as const].flatMap(
      ([side, report, later]) =>
        report
          ? [
              {
                project_id: project,
                conversion_id: id,
                side,
                version: '1',
                deleted: 0,
                known_at: new Date(time).toISOString(),
                record: 'conversion',
                event_name: primary,
                event_time: new Date(time + later).toISOString(),
                event_uid: report.uids[0] ?? '',
                event_uids: report.uids,
                raw_count: report.uids.length,
                paired: server && browser ? 1 : 0,
                value: report.value,
                visitor_id: report.visitor,
                click_id: report.click,
                excluded_reason: report.isCounted ? '' : 'rejected',
                affid,
              },
            ]
          : [],
    ),
  );
  await writer.insert({
    table: 'conversions',
    format: 'JSONEachRow',
    clickhouse_settings: parse,
    values: rows,
  });
}
