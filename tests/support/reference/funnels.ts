import { crc32 } from 'node:zlib';
import type { Definition, EventFilter, Matcher } from '#contract/funnels/definition.ts';

/** An event as it was reported. */
export type FunnelEvent = {
  uid: string;
  name: string;
  time: number;
  side: 'server' | 'browser';
  eventId: string;
  orderId: string;
  visitor: string;
  click: string;
  affid: string;
  country: string;
  campaign: string;
  value: string;
  url: string;
  custom: Readonly<Record<string, string | number>>;
  leftOut: 'bot' | 'test' | 'twin' | null;
};

/** One side of a conversion: its events, the first of which represents it. */
export type FunnelReportSide = {
  uids: readonly string[];
  visitor: string;
  click: string;
  value: string;
  isCounted: boolean;
};
export type FunnelConversion = {
  id: string;
  time: number;
  affid: string;
  server: FunnelReportSide | null;
  browser: FunnelReportSide | null;
};

export type FunnelData = {
  events: readonly FunnelEvent[];
  conversions: readonly FunnelConversion[];
};

export type FunnelRequest = {
  definition: Definition;
  primary: string;
  from: number;
  to: number;
  affids: readonly string[] | null;
  filters: readonly EventFilter[];
};

export type Followed = {
  person: string;
  /** Required steps taken; 0 if every attempt of the person is void. */
  level: number;
  entry: FunnelEvent;
  /** The events of the required steps that were taken. */
  taken: readonly FunnelEvent[];
  /** The event of each step that was reached, by the index of the step. */
  reached: ReadonlyMap<number, FunnelEvent>;
  /** In ten-thousandths. */
  revenue: bigint;
};

type Counted = FunnelEvent & { actor: string; revenue: bigint };

const minute = 60_000;

/** Follows every attempt of every person by hand. */
export function followFunnel(data: FunnelData, asked: FunnelRequest): Followed[] {
  const byActor = new Map<string, Counted[]>();
  for (const event of withoutDuplicates(data, asked)) {
    byActor.set(event.actor, [...(byActor.get(event.actor) ?? []), event]);
  }
  return [...byActor].flatMap(([person, events]) => {
    const best = bestAttempt(inOrder(events, asked), asked);
    return best ? [{ person, ...best }] : [];
  });
}

function withoutDuplicates({ events, conversions }: FunnelData, asked: FunnelRequest): Counted[] {
  const { definition, affids, primary, from, to } = asked;
  const isByClick = definition.count_by === 'click';
  const end = to + definition.window_minutes * minute;
  const names = new Set(
    [...definition.steps, ...definition.exclusions].flatMap(({ matcher }) =>
      matcher.any.map(({ event }) => event),
    ),
  );
  const conversionOf = new Map<string, FunnelConversion>();
  for (const one of conversions) {
    for (const uid of [...(one.server?.uids ?? []), ...(one.browser?.uids ?? [])]) {
      conversionOf.set(uid, one);
    }
  }
  const read = events.filter(
    ({ leftOut, name, time }) => leftOut === null && names.has(name) && time >= from && time <= end,
  );
  const owned: Counted[] = read.flatMap((event) => {
    const conversion = event.name === primary ? conversionOf.get(event.uid) : undefined;
    const lead = conversion?.server ?? conversion?.browser;
    const other = conversion?.server ? conversion.browser : null;
    if (lead && lead.uids[0] !== event.uid) return [];
    const affid = conversion ? conversion.affid : event.affid;
    if (affids && !affids.includes(affid)) return [];
    const visitor = event.visitor || lead?.visitor || other?.visitor || '';
    const click = event.click || lead?.click || other?.click || '';
    const actor = isByClick ? click : visitor || event.click || event.uid;
    if (actor === '') return [];
    const server = conversion?.server;
    const revenue = server?.isCounted ? tenThousandths(server.value) : 0n;
    return [{ ...event, actor, revenue }];
  });
  const seen = new Set<string>();
  return owned
    .toSorted((a, b) => a.time - b.time || compare(a.uid, b.uid))
    .filter((event) => {
      const id = event.eventId || event.orderId;
      if (event.name === primary || id === '') return true;
      const key = JSON.stringify([event.actor, event.name, id]);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** By time; at one moment by the steps, then by a checksum of the ids. */
function inOrder(events: readonly Counted[], asked: FunnelRequest): Counted[] {
  const weight = (event: Counted) => {
    const { steps, exclusions } = asked.definition;
    let sum = 0;
    for (const [index, { matcher }] of steps.entries()) {
      const counts = index === 0 ? canBegin(event, asked) : matches(matcher, event);
      if (counts) sum += 2 ** index;
    }
    for (const [index, { matcher }] of exclusions.entries()) {
      if (matches(matcher, event)) sum += 2 ** (10 + index);
    }
    return sum;
  };
  return events.toSorted(
    (a, b) =>
      a.time - b.time || weight(a) - weight(b) || (crc32(a.uid) & 0x1fff) - (crc32(b.uid) & 0x1fff),
  );
}

function canBegin(event: FunnelEvent, { definition, from, to, filters }: FunnelRequest): boolean {
  const [first] = definition.steps;
  return (
    first !== undefined &&
    matches(first.matcher, event) &&
    event.time >= from &&
    event.time < to &&
    filters.every((filter) => meets(filter, event))
  );
}

type Attempt = Omit<Followed, 'person'>;

function bestAttempt(events: readonly Counted[], asked: FunnelRequest): Attempt | null {
  let best: { attempt: Attempt; isVoid: boolean } | null = null;
  for (const [index, event] of events.entries()) {
    if (!canBegin(event, asked)) continue;
    const found = follow(events, index, asked);
    const isBetter =
      best === null ||
      (best.isVoid && !found.isVoid) ||
      (best.isVoid === found.isVoid && found.attempt.level >= best.attempt.level);
    if (isBetter) best = found;
  }
  if (best === null) return null;
  const { attempt, isVoid } = best;
  return isVoid ? { ...attempt, level: 0, taken: [], reached: new Map(), revenue: 0n } : attempt;
}

function follow(events: readonly Counted[], start: number, asked: FunnelRequest) {
  const { steps, exclusions, window_minutes: whole } = asked.definition;
  const placed = steps.map((step, index) => ({ ...step, index }));
  const required = placed.filter(({ optional }) => !optional);
  const at = (index: number): Counted => {
    const event = events[index];
    if (!event) throw new Error('There is no such event.');
    return event;
  };
  const begun = at(start).time;
  const taken = [start];
  /** The last moment at which the step after a taken one can come. */
  const deadline = (position: number): number => {
    const own = required[position + 1]?.window_minutes ?? null;
    const all = begun + whole * minute;
    return own === null ? all : Math.min(all, at(taken[position] ?? 0).time + own * minute);
  };
  for (let position = 1; position < required.length; position += 1) {
    const step = required[position];
    const last = taken[position - 1] ?? start;
    const next = events.findIndex(
      (event, index) => index > last && step !== undefined && matches(step.matcher, event),
    );
    if (next < 0 || at(next).time > deadline(position - 1)) break;
    taken.push(next);
  }
  const isVoid = exclusions.some(({ matcher, from_step, to_step }) => {
    const from = required.findIndex(({ slug }) => slug === from_step);
    const to = required.findIndex(({ slug }) => slug === to_step);
    const after = taken[from];
    if (after === undefined) return false;
    const before = taken[to];
    return events.some(
      (event, index) =>
        index > after &&
        matches(matcher, event) &&
        (before === undefined ? event.time <= deadline(taken.length - 1) : index < before),
    );
  });
  const reached = new Map<number, Counted>();
  for (const [position, index] of taken.entries()) {
    const step = required[position];
    if (step) reached.set(step.index, at(index));
  }
  for (const step of placed.filter(({ optional }) => optional)) {
    const position = required.filter(({ index }) => index < step.index).length - 1;
    const after = taken[position];
    if (after === undefined) continue;
    const before = taken[position + 1];
    const found = events.find(
      (event, index) =>
        index > after &&
        matches(step.matcher, event) &&
        (before === undefined ? event.time <= deadline(position) : index < before) &&
        (step.window_minutes === null ||
          event.time <= at(after).time + step.window_minutes * minute),
    );
    if (found) reached.set(step.index, found);
  }
  const used = new Set(reached.values());
  const attempt: Attempt = {
    level: taken.length,
    entry: at(start),
    taken: taken.map(at),
    reached,
    revenue: [...used].reduce((sum, { revenue }) => sum + revenue, 0n),
  };
  return { attempt, isVoid };
}

const tenThousandths = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(4, '0'));
};

const matches = (matcher: Matcher, event: FunnelEvent): boolean =>
  matcher.any.some(
    (one) => one.event === event.name && one.filters.every((filter) => meets(filter, event)),
  );

function propertyOf(property: string, event: FunnelEvent): string {
  const url = event.url === '' ? null : new URL(event.url);
  switch (property) {
    case 'path':
      return url?.pathname ?? '';
    case 'host':
      return url?.hostname ?? '';
    case 'affid':
      return event.affid;
    case 'country':
      return event.country === 'ZZ' ? '' : event.country;
    case 'campaign_id':
      return event.campaign;
    case 'side':
      return event.side;
    case 'value':
      return Number(event.value) === 0 ? '' : String(Number(event.value));
    default:
      return property.startsWith('query.')
        ? (url?.searchParams.get(property.slice(6)) ?? '')
        : String(event.custom[property.slice(7)] ?? '');
  }
}

function meets(filter: EventFilter, event: FunnelEvent): boolean {
  const value = propertyOf(filter.property, event);
  if (value === '') return filter.operator === 'is_not_set';
  const text = value.toLowerCase();
  const given = (one: string) =>
    (filter.property === 'value' ? String(Number(one)) : one).toLowerCase();
  switch (filter.operator) {
    case 'is_set':
      return true;
    case 'is_not_set':
      return false;
    case 'equals':
      return text === given(filter.value);
    case 'not_equals':
      return text !== given(filter.value);
    case 'contains':
      return text.includes(given(filter.value));
    case 'not_contains':
      return !text.includes(given(filter.value));
    case 'starts_with':
      return text.startsWith(given(filter.value));
    case 'regex':
      return new RegExp(filter.value, 'u').test(value);
    case 'in':
      return filter.values.some((one) => given(one) === text);
    case 'not_in':
      return filter.values.every((one) => given(one) !== text);
    default: {
      const [own, other] = [Number(value), Number(filter.value)];
      if (Number.isNaN(own)) return false;
      return {
        gt: own > other,
        gte: own >= other,
        lt: own < other,
        lte: own <= other,
      }[filter.operator];
    }
  }
}
