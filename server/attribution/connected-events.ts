import { groupByKeys } from '../platform/group-by.ts';
import type { RawEvent } from './raw-events.ts';
import { canPairWithoutKey, FALLBACK_WINDOW, purchaseKeysOf } from './side-pairs.ts';

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
 * Every event that can affect the conversions of the seeds: events of one key, of one person with one value within half
 * an hour, of one order with its refunds, and what these connect to in turn.
 */
export async function connectedEvents(
  find: FindEvents,
  seeds: readonly Seed[],
): Promise<RawEvent[]> {
  const fetched = new Map<string, RawEvent>();
  const searched = createMemory();
  let keys = new Set(seeds.map(({ key }) => key));
  let waiting: readonly Seed[] = seeds;
  for (;;) {
    const search = searchFor(keys, waiting, searched);
    if (!search) return members(fetched, keys);
    for (const event of await find(search)) fetched.set(event.uid, event);
    keys = spread(fetched, keys);
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

/** The keys reachable from the given ones over the events fetched so far. */
function spread(fetched: ReadonlyMap<string, RawEvent>, from: ReadonlySet<string>): Set<string> {
  const all = [...fetched.values()];
  const byKey = groupByKeys(all, ({ key }) => [key]);
  const byPurchase = groupByKeys(all, purchaseKeysOf);
  const byOrder = groupByKeys(all, ({ order_id }) => (order_id ? [order_id] : []));
  const reached = new Set(from);
  const queue = [...from];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    for (const event of byKey.get(key) ?? []) {
      const twins = purchaseKeysOf(event)
        .flatMap((purchase) => byPurchase.get(purchase) ?? [])
        .filter((other) => canPairWithoutKey(event, other));
      const ofOrder = (byOrder.get(event.order_id) ?? []).filter(({ name }) => name !== event.name);
      for (const other of [...twins, ...ofOrder]) {
        if (reached.has(other.key)) continue;
        reached.add(other.key);
        queue.push(other.key);
      }
    }
  }
  return reached;
}

function members(fetched: ReadonlyMap<string, RawEvent>, keys: ReadonlySet<string>): RawEvent[] {
  return [...fetched.values()].filter(({ key }) => keys.has(key));
}
