import type pg from 'pg';
import { bisect } from '../attribution/skip-failing.ts';
import type { InboxItem } from '../database/payloads/inbox-item.ts';
import type { Log } from '../platform/logger.ts';
import type { DeliveryId } from './delivery-id.ts';

export type InboxEntry = { deliveryId: DeliveryId; accepted: InboxItem };
export type Receipt = { accepted: number; duplicates: number };

/** The database did not store the request, and nothing of it was kept. */
export class InboxUnavailable extends Error {
  override name = 'InboxUnavailable';
}

/** The key of a request was replaced or has expired, and nothing of the request was kept. */
export class KeyRevoked extends Error {
  override name = 'KeyRevoked';
}

export type Inbox = {
  /**
   * Resolves only after the commit that stores everything. A given key is checked in the same statement, because this
   * process may have cached a key that another process has replaced.
   */
  keep(
    projectId: number,
    items: readonly InboxEntry[],
    refused: readonly string[],
    keyHash?: Buffer,
  ): Promise<Receipt>;
};

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** Called after each commit with new rows. */
  wake: () => void;
  log: Log;
};

type Waiting = {
  projectId: number;
  items: { deliveryId: DeliveryId; payload: string }[];
  refused: readonly string[];
  /** The hash of the request's key, in hexadecimal digits; null for requests without one. */
  key: string | null;
  resolve: (receipt: Receipt) => void;
  reject: (reason: Error) => void;
};

/** The number of concurrent statements. A second one uses the time in which the first waits for the disk. */
const lanes = 2;
const mostEventsPerStatement = 5_000;
const mostEventsWaiting = 20_000;
const mostTextWaiting = 64 * 1024 * 1024;
/** After this many milliseconds without an answer the database counts as down, and requests are refused at once. */
const patience = 3_000;
const giveUp = 10_000;

/** Stores accepted events. All requests that wait at the same moment share one statement and one commit. */
export function createInbox({ pool, now, wake, log }: Dependencies): Inbox {
  let queue: Waiting[] = [];
  let waitingEvents = 0;
  let waitingText = 0;
  let running = 0;
  let overdue = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || running >= lanes || queue.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (running < lanes && queue.length > 0) void run(take());
    });
  };

  const take = (): Waiting[] => {
    let events = 0;
    let count = 0;
    for (const { items } of queue) {
      if (count > 0 && events + items.length > mostEventsPerStatement) break;
      events += items.length;
      count += 1;
    }
    const taken = queue.slice(0, count);
    queue = queue.slice(count);
    waitingEvents -= events;
    waitingText -= textOf(taken);
    return taken;
  };

  const run = async (group: Waiting[]) => {
    running += 1;
    let isOverdue = false;
    const refuse = (reason: string) => {
      for (const waiting of group) waiting.reject(new InboxUnavailable(reason));
    };
    const timer = setTimeout(() => {
      isOverdue = true;
      overdue += 1;
      log.error('the database does not answer: collected events are refused');
      refuse('The store does not answer.');
    }, patience);
    const store = async (some: readonly Waiting[]): Promise<void> => {
      const { revoked, receipts } = await commit(pool, some, now());
      if (revoked.size > 0) {
        const isRevoked = ({ key }: Waiting) => key !== null && revoked.has(key);
        for (const { reject } of some.filter(isRevoked)) reject(new KeyRevoked('The key is void.'));
        const others = some.filter((waiting) => !isRevoked(waiting));
        return others.length > 0 ? store(others) : undefined;
      }
      for (const [index, waiting] of some.entries()) waiting.resolve(receipts[index] ?? nothing);
      if (receipts.some(({ accepted }) => accepted > 0)) wake();
    };
    try {
      // A request that the database can never store must not refuse the others of its group.
      await bisect(group, store, ({ projectId, reject }, reason) => {
        log.error({ project: projectId, reason }, 'the events of a request cannot be stored');
        reject(new InboxUnavailable('The store refused.'));
      });
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'collected events could not be kept');
      refuse('The store refused.');
    } finally {
      clearTimeout(timer);
      if (isOverdue) overdue -= 1;
      running -= 1;
      schedule();
    }
  };

  return {
    keep: (projectId, items, refused, keyHash) =>
      new Promise((resolve, reject) => {
        const written = items.map(({ deliveryId, accepted }) => ({
          deliveryId,
          payload: JSON.stringify(accepted),
        }));
        const key = keyHash?.toString('hex') ?? null;
        const waiting = { projectId, items: written, refused, key, resolve, reject };
        const text = textOf([waiting]);
        if (overdue > 0) return reject(new InboxUnavailable('The store does not answer.'));
        if (
          waitingEvents + items.length > mostEventsWaiting ||
          waitingText + text > mostTextWaiting
        )
          return reject(new InboxUnavailable('Too many events are waiting.'));
        queue.push(waiting);
        waitingEvents += items.length;
        waitingText += text;
        schedule();
      }),
  };
}

const nothing: Receipt = { accepted: 0, duplicates: 0 };

const textOf = (group: readonly Waiting[]): number =>
  group.reduce(
    (sum, { items }) => items.reduce((all, { payload }) => all + payload.length, sum),
    0,
  );

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/**
 * Counts every delivery, and stores the payloads of new ones. If a key of the group is void, only the void keys are
 * returned and nothing is stored. Both lists are sent as one text each: JSON contains no raw line break, so nothing is
 * escaped twice. Rows are locked in the order of their keys, so that two processes with the same events cannot
 * deadlock.
 */
const statement = `
with revoked as materialized (
  select key from unnest($10::int[], string_to_array($11, ',')) as used(project_id, key)
  where not exists (
      select from projects where id = used.project_id and collect_key_hash = decode(used.key, 'hex')
    ) and not exists (
      select from import_keys
      where project_id = used.project_id and key_hash = decode(used.key, 'hex') and expires_at > $5
    )
), given as (
  select * from unnest(
    $1::int[], string_to_array($2, ','), $3::int[], string_to_array($4, E'\\n')
  ) with ordinality as given(project_id, delivery_id, times, payload, place)
  where not exists (select from revoked)
), counted as (
  insert into deliveries (project_id, delivery_id, seen)
  select project_id, decode(delivery_id, 'hex'), times from given order by 1, 2
  on conflict (project_id, delivery_id) do update set seen = deliveries.seen + excluded.seen
  returning project_id, delivery_id, seen
), fresh as (
  select given.project_id, given.payload, given.place
  from given join counted
    on counted.project_id = given.project_id
    and counted.delivery_id = decode(given.delivery_id, 'hex')
    and counted.seen = given.times
), kept as (
  insert into inbox (project_id, received_at, payload)
  select project_id, $5, payload::json from fresh order by place
), refused as (
  insert into rejections (project_id, day, reason, count)
  select * from unnest($6::int[], $7::date[], string_to_array($8, ','), $9::int[])
  where not exists (select from revoked) order by 1, 2, 3
  on conflict (project_id, day, reason) do update set count = rejections.count + excluded.count
)
select place::int, null as revoked from fresh
union all select null, key from revoked`;

type Counted = {
  projectId: number;
  deliveryId: DeliveryId;
  payload: string;
  times: number;
  first: number;
};

type Committed = {
  /** The keys of the group that are no longer valid; if there is one, nothing of the group was stored. */
  revoked: ReadonlySet<string>;
  receipts: Receipt[];
};

async function commit(pool: pg.Pool, group: readonly Waiting[], at: Date): Promise<Committed> {
  const counted = countDeliveries(group);
  const refused = countRefusals(group);
  const used = usedKeys(group);
  const day = at.toISOString().slice(0, 10);
  const values = [
    counted.map(({ projectId }) => projectId),
    counted.map(({ deliveryId }) => deliveryId).join(','),
    counted.map(({ times }) => times),
    counted.map(({ payload }) => payload).join('\n'),
    at,
    refused.map(({ projectId }) => projectId),
    refused.map(() => day),
    refused.map(({ reason }) => reason).join(','),
    refused.map(({ count }) => count),
    used.map(({ projectId }) => projectId),
    used.map(({ key }) => key).join(','),
  ];
  const query = { name: 'collect', text: statement, values, query_timeout: giveUp };
  const { rows } = await again(() => pool.query<CommittedRow>(query));

  const fresh = group.map(() => 0);
  const revoked = new Set<string>();
  for (const { place, revoked: key } of rows) {
    if (key !== null) revoked.add(key);
    const first = place === null ? undefined : counted[place - 1]?.first;
    if (first !== undefined) fresh[first] = (fresh[first] ?? 0) + 1;
  }
  const receipts = group.map(({ items }, index) => {
    const accepted = fresh[index] ?? 0;
    return { accepted, duplicates: items.length - accepted };
  });
  return { revoked, receipts };
}

/** A stored delivery by its place, or a void key. */
type CommittedRow = { place: number; revoked: null } | { place: null; revoked: string };

/** Each key of the group once. */
function usedKeys(group: readonly Waiting[]): { projectId: number; key: string }[] {
  const used = new Map<string, { projectId: number; key: string }>();
  for (const { projectId, key } of group) {
    if (key !== null) used.set(key, { projectId, key });
  }
  return [...used.values()];
}

/** Merges repeated deliveries, in the order of their keys; the first request that brought one stores it. */
function countDeliveries(group: readonly Waiting[]): Counted[] {
  const byKey = new Map<string, Counted>();
  for (const [first, { projectId, items }] of group.entries()) {
    for (const { deliveryId, payload } of items) {
      const key = `${projectId} ${deliveryId}`;
      const known = byKey.get(key);
      if (known) known.times += 1;
      else byKey.set(key, { projectId, deliveryId, payload, times: 1, first });
    }
  }
  return [...byKey.values()];
}

function countRefusals(
  group: readonly Waiting[],
): { projectId: number; reason: string; count: number }[] {
  const counts = new Map<string, { projectId: number; reason: string; count: number }>();
  for (const { projectId, refused } of group) {
    for (const reason of refused) {
      const key = `${projectId} ${reason}`;
      const known = counts.get(key);
      if (known) known.count += 1;
      else counts.set(key, { projectId, reason, count: 1 });
    }
  }
  return [...counts.values()];
}

const passing = new Set(['40001', '40P01']);

/** Deadlocks and serialization failures are retried. */
async function again<Result>(attempt: () => Promise<Result>, left = 3): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (
      left === 0 ||
      !(error instanceof Error && 'code' in error && passing.has(String(error.code)))
    )
      throw error;
    return again(attempt, left - 1);
  }
}
