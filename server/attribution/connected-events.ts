import { groupByKeys } from '../platform/group-by.ts';
import { priceOf } from './money.ts';
import type { RawEvent } from './raw-events.ts';
import { FALLBACK_WINDOW, isNear, peopleOf } from './side-pairs.ts';

/** The ids that connect a conversion event with others; the events of a batch are enough to start from. */
export type Seed = Pick<RawEvent, 'time' | 'key' | 'click_id' | 'user_id' | 'order_id'>;

export type Search = {
  /** Events with one of these keys, at any time. */
  keys: string[];
  /** Events with one of these order ids, at any time. */
  orders: string[];
  /** Events of one of these people between two instants. */
  people: { clicks: string[]; users: string[]; from: number; to: number };
};

export type FindEvents = (search: Search) => Promise<readonly RawEvent[]>;

/**
 * Every event that can affect the conversions of the seeds: events of one key, of one person within half an hour whose
 * keys have an amount in common, of one order with its refunds, and what these connect to in turn.
 */
export async function connectedEvents(
  find: FindEvents,
  seeds: readonly Seed[],
): Promise<RawEvent[]> {
  const fetched = new Map<string, RawEvent>();
  const searched = createMemory();
  let keys = new Set(seeds.map(({ key }) => key));
  let possible = new Set<string>();
  let waiting: readonly Seed[] = seeds;
  for (;;) {
    const search = searchFor(new Set([...keys, ...possible]), waiting, searched);
    if (!search) return members(fetched, keys);
    for (const event of await find(search)) fetched.set(event.uid, event);
    ({ keys, possible } = spread(fetched, keys));
    waiting = members(fetched, keys);
  }
}

type People = { clicks: Set<string>; users: Set<string>; from: number; to: number };
type Memory = { keys: Set<string>; orders: Set<string>; people: People[] };

function createMemory(): Memory {
  return { keys: new Set(), orders: new Set(), people: [] };
}

/** The searches still to run for these events; null when everything connected is known. */
function searchFor(
  wanted: ReadonlySet<string>,
  events: readonly Seed[],
  searched: Memory,
): Search | null {
  const keys = [...wanted].filter((key) => !searched.keys.has(key));
  const orders = [...new Set(events.map(({ order_id }) => order_id))].filter(
    (order) => order !== '' && !searched.orders.has(order),
  );
  const unsearched = events.filter((event) => !isSearched(event, searched.people));
  if (keys.length === 0 && orders.length === 0 && unsearched.length === 0) return null;

  const people = peopleIn(unsearched);
  for (const key of keys) searched.keys.add(key);
  for (const order of orders) searched.orders.add(order);
  searched.people.push(people);
  const { clicks, users, from, to } = people;
  return { keys, orders, people: { clicks: [...clicks], users: [...users], from, to } };
}

/** Searches twice the window, so that an event found as a twin needs no search of its own. */
function peopleIn(events: readonly Seed[]): People {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const clicks = new Set<string>();
  const users = new Set<string>();
  for (const { time, click_id, user_id } of events) {
    from = Math.min(from, time - 2 * FALLBACK_WINDOW);
    to = Math.max(to, time + 2 * FALLBACK_WINDOW);
    if (click_id) clicks.add(click_id);
    if (user_id) users.add(user_id);
  }
  return { clicks, users, from, to };
}

function isSearched({ time, click_id, user_id }: Seed, searched: readonly People[]): boolean {
  if (!click_id && !user_id) return true;
  return searched.some(
    ({ clicks, users, from, to }) =>
      from <= time - FALLBACK_WINDOW &&
      time + FALLBACK_WINDOW <= to &&
      (!click_id || clicks.has(click_id)) &&
      (!user_id || users.has(user_id)),
  );
}

/**
 * The keys that the events fetched so far connect with the given ones. `possible` are keys of the other side that are
 * near in time but have no amount in common so far: reports of them that are not fetched yet may have one.
 */
function spread(
  fetched: ReadonlyMap<string, RawEvent>,
  from: ReadonlySet<string>,
): { keys: Set<string>; possible: Set<string> } {
  const all = [...fetched.values()];
  const byKey = groupByKeys(all, ({ key }) => [key]);
  const unknown = all.filter(({ key }) => !from.has(key));
  const byMoment = groupByKeys(unknown, (event) => momentsOf(event, event.side, [0]));
  const byOrder = groupByKeys(all, ({ order_id }) => (order_id ? [order_id] : []));
  const isOneAmount = amountsIn(all);
  const keys = new Set(from);
  const possible = new Set<string>();
  const queue = [...from];
  const reach = ({ key }: RawEvent) => {
    if (keys.has(key)) return;
    keys.add(key);
    queue.push(key);
  };
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    for (const event of byKey.get(key) ?? []) {
      const otherSide = event.side === 'server' ? 'browser' : 'server';
      for (const moment of momentsOf(event, otherSide, [-1, 0, 1])) {
        for (const other of byMoment.get(moment) ?? []) {
          if (keys.has(other.key) || !isNear(event, other)) continue;
          if (isOneAmount(event, other)) reach(other);
          else possible.add(other.key);
        }
      }
      for (const other of byOrder.get(event.order_id) ?? []) {
        if (other.name !== event.name) reach(other);
      }
    }
  }
  return { keys, possible };
}

/** A text for each person of an event and each half hour at these distances from the one of the event, on a side. */
function momentsOf(event: RawEvent, side: RawEvent['side'], around: readonly number[]): string[] {
  const halfHour = Math.floor(event.time / FALLBACK_WINDOW);
  return peopleOf(event).flatMap((person) =>
    around.map((distance) => JSON.stringify([event.name, side, halfHour + distance, person])),
  );
}

/** Answers for two events whether the reports with their keys, each on its own side, have an amount in common. */
function amountsIn(all: readonly RawEvent[]): (a: RawEvent, b: RawEvent) => boolean {
  const reports = groupByKeys(all, ({ side, name, key }) => [JSON.stringify([side, name, key])]);
  const prices = new Map<RawEvent, ReadonlySet<string>>();
  for (const events of reports.values()) {
    const its = new Set(events.map(priceOf));
    for (const event of events) prices.set(event, its);
  }
  return (a, b) => {
    const [one, other] = [prices.get(a), prices.get(b)];
    return one !== undefined && other !== undefined && [...one].some((price) => other.has(price));
  };
}

function members(fetched: ReadonlyMap<string, RawEvent>, keys: ReadonlySet<string>): RawEvent[] {
  return [...fetched.values()].filter(({ key }) => keys.has(key));
}
