import type pg from 'pg';

/** A click that was sent to an offer with caps. */
export type SentClick = {
  offer: number;
  affid: string;
  /** In ms. */
  at: number;
  /** The caps on clicks that it fills: it may only be sent where all of them have room. */
  caps: readonly { id: number; limit: number; periodStart: number }[];
};

export type SentClicks = {
  /** Counts a click for all processes, and answers whether it may go. One that fills no cap on clicks always may. */
  send(click: SentClick): Promise<boolean>;
  /** Counts what was sent so far. */
  flush(): Promise<void>;
  /** How many clicks wait to be counted, of an affiliate or of all. */
  waiting(offer: number, affid: string | null): number;
};

type Waiting = SentClick & { answer: ((mayGo: boolean) => void) | null };

/** For how many ms clicks without a cap on clicks wait for others; a cap that fills up does not wait. */
const gathered = 250;
/** For how many ms they wait until the database is tried again. */
const retried = 1_000;
/** The most that wait while the database is away; further ones are dropped, and counted again from the warehouse. */
const mostWaiting = 100_000;

/** Counts the clicks that are sent to offers with caps. Those that wait at the same moment share one transaction. */
export function createSentClicks(pool: pg.Pool, isSilent: () => boolean = () => false): SentClicks {
  let queue: Waiting[] = [];
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };

  async function run(): Promise<void> {
    if (isSilent() && queue.length > 0) timer ??= setTimeout(() => void flush(), retried).unref();
    while (queue.length > 0 && !isSilent()) {
      const group = queue;
      queue = [];
      try {
        const isGranted = await store(pool, group);
        for (const [index, { answer }] of group.entries()) answer?.(isGranted[index] ?? true);
      } catch {
        // Without the database what is known of the caps decides.
        for (const { answer } of group) answer?.(true);
        queue = [...group.map((one) => ({ ...one, answer: null })), ...queue].slice(0, mostWaiting);
        timer ??= setTimeout(() => void flush(), retried).unref();
        return;
      }
    }
  }

  return {
    send(click) {
      if (click.caps.length === 0 || isSilent()) {
        if (queue.length < mostWaiting) queue.push({ ...click, answer: null });
        timer ??= setTimeout(() => void flush(), isSilent() ? retried : gathered).unref();
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        queue.push({ ...click, answer: resolve });
        setImmediate(() => void flush());
      });
    },
    flush: async () => {
      await running;
      await flush();
    },
    waiting: (offer, affid) =>
      queue.filter((one) => one.offer === offer && (affid === null || one.affid === affid)).length,
  };
}

/** Whether each click may go; those that may are counted. */
async function store(pool: pg.Pool, group: readonly Waiting[]): Promise<boolean[]> {
  if (group.every(({ caps }) => caps.length === 0)) {
    await addClicks(pool, group);
    return group.map(() => true);
  }
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local statement_timeout = '3s'`);
    const counters = await lockCounters(client, group);
    const isGranted = group.map(({ caps, answer }) => {
      const own = caps.flatMap((cap) => counters.get(keyOf(cap)) ?? []);
      if (answer && own.some(({ used, added, limit }) => used + added >= limit)) return false;
      for (const counter of own) counter.added += 1;
      return true;
    });
    await countUp(client, [...counters.values()]);
    await addClicks(
      client,
      group.filter((_, index) => isGranted[index]),
    );
    await client.query('commit');
    return isGranted;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

type Counter = { id: number; periodStart: number; limit: number; used: number; added: number };

const keyOf = ({ id, periodStart }: { id: number; periodStart: number }) => `${id} ${periodStart}`;

/** The counters that the clicks fill, locked in the order of their ids: two processes never wait in a circle. */
async function lockCounters(
  client: pg.PoolClient,
  group: readonly Waiting[],
): Promise<Map<string, Counter>> {
  const caps = new Map(group.flatMap(({ caps: own }) => own).map((cap) => [keyOf(cap), cap]));
  if (caps.size === 0) return new Map();
  const given = [
    [...caps.values()].map(({ id }) => id),
    [...caps.values()].map(({ periodStart }) => new Date(periodStart)),
  ];
  await client.query(
    `insert into offer_counts (cap_id, period_start, used, counted_to)
     select cap, start, 0, start from unnest($1::int[], $2::timestamptz[]) as given(cap, start)
     where exists (select from offer_caps where id = cap) order by cap, start on conflict do nothing`,
    given,
  );
  const { rows } = await client.query<{ id: number; start: Date; used: number }>(
    `select counts.cap_id as id, counts.period_start as start, counts.used::float8 as used
     from offer_counts counts join unnest($1::int[], $2::timestamptz[]) as given(cap, start)
       on counts.cap_id = given.cap and counts.period_start = given.start
     order by counts.cap_id, counts.period_start for update of counts`,
    given,
  );
  return new Map(
    rows.map(({ id, start, used }) => {
      const key = keyOf({ id, periodStart: start.getTime() });
      const limit = caps.get(key)?.limit ?? 0;
      return [key, { id, periodStart: start.getTime(), limit, used, added: 0 }];
    }),
  );
}

async function countUp(client: pg.PoolClient, counters: readonly Counter[]): Promise<void> {
  const filled = counters.filter(({ added }) => added > 0);
  if (filled.length === 0) return;
  await client.query(
    `update offer_counts set used = used + given.added
     from unnest($1::int[], $2::timestamptz[], $3::int[]) as given(cap, start, added)
     where cap_id = given.cap and period_start = given.start`,
    [
      filled.map(({ id }) => id),
      filled.map(({ periodStart }) => new Date(periodStart)),
      filled.map(({ added }) => added),
    ],
  );
}

async function addClicks(
  client: pg.Pool | pg.PoolClient,
  clicks: readonly SentClick[],
): Promise<void> {
  if (clicks.length === 0) return;
  const query = {
    text: `insert into offer_clicks (offer_id, affid, at, clicks)
     select offer, affid, date_trunc('second', at), count(*)
     from unnest($1::int[], $2::text[], $3::timestamptz[]) as given(offer, affid, at)
     where exists (select from offers where id = offer) group by 1, 2, 3 order by 1, 2, 3
     on conflict (offer_id, affid, at) do update set clicks = offer_clicks.clicks + excluded.clicks`,
    values: [
      clicks.map(({ offer }) => offer),
      clicks.map(({ affid }) => affid),
      clicks.map(({ at }) => new Date(at)),
    ],
    query_timeout: 3_000,
  };
  await client.query(query);
}
