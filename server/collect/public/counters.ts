import type pg from 'pg';
import type { Log } from '../../platform/logger.ts';

/** Counts by pixel and hour how many events were received, refused or marked, and stores the counts in batches. */
export type PixelCounters = {
  /** Counts events accepted with the key of a pixel. */
  arrived(pixelId: number, count: number): void;
  /** Counts events that were refused or marked. */
  count(pixelId: number, reason: string, times?: number): void;
  /** Stores the counts so far. */
  flush(): Promise<void>;
};

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  log: Log;
  /** The most distinct counts that may wait; further ones are dropped. */
  most?: number;
};
/** Without a reason it counts accepted events. */
type Entry = {
  pixelId: number;
  hour: Date;
  reason: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
};

type Column = (entry: Entry) => unknown;

const HOUR = 3_600_000;
const wait = 1_000;
const mostWaiting = 50_000;

/** Counts of a deleted pixel are dropped. Rows are locked in the order of their keys. */
const refused = `
insert into pixel_rejections (pixel_id, project_id, hour, reason, count)
select given.pixel_id, m.project_id, given.hour, given.reason, given.count
from unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::text[]) as given(pixel_id, hour, count, reason)
join master_pixels m on m.id = given.pixel_id
order by 1, 3, 4
on conflict (pixel_id, hour, reason) do update set count = pixel_rejections.count + excluded.count`;

const taken = `
insert into pixel_arrivals (pixel_id, hour, count, first_at, last_at)
select m.id, given.hour, given.count, given.first_at, given.last_at
from unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::timestamptz[], $5::timestamptz[])
  as given(pixel_id, hour, count, first_at, last_at)
join master_pixels m on m.id = given.pixel_id
order by 1, 2
on conflict (pixel_id, hour) do update set count = pixel_arrivals.count + excluded.count,
  first_at = least(pixel_arrivals.first_at, excluded.first_at),
  last_at = greatest(pixel_arrivals.last_at, excluded.last_at)`;

export function createPixelCounters({
  pool,
  now,
  log,
  most = mostWaiting,
}: Dependencies): PixelCounters {
  let entries = new Map<string, Entry>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  const add = (entry: Entry) => {
    const key = `${entry.pixelId} ${entry.hour.getTime()} ${entry.reason ?? ''}`;
    const known = entries.get(key);
    if (known || entries.size < most) entries.set(key, known ? joined(known, entry) : entry);
    timer ??= setTimeout(() => void flush(), wait).unref();
  };

  const note = (pixelId: number, reason: string | null, count: number) => {
    if (count <= 0) return;
    const at = now();
    const hour = new Date(Math.floor(at.getTime() / HOUR) * HOUR);
    add({ pixelId, hour, reason, count, firstAt: at, lastAt: at });
  };

  const write = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const all = [...entries.values()];
    entries = new Map();
    const [accepted, rejected] = [
      all.filter(({ reason }) => reason === null),
      all.filter(({ reason }) => reason !== null),
    ];
    await store(rejected, refused, [({ reason }) => reason]);
    await store(accepted, taken, [({ firstAt }) => firstAt, ({ lastAt }) => lastAt]);
  };

  const store = async (batch: Entry[], text: string, further: Column[]) => {
    if (batch.length === 0) return;
    const columns: Column[] = [({ pixelId }) => pixelId, ({ hour }) => hour, ({ count }) => count];
    const values = [...columns, ...further].map((column) => batch.map(column));
    const query = { text, values, query_timeout: 10_000 };
    try {
      await pool.query(query);
    } catch (error) {
      if (isOfData(error)) return storeHalves(batch, text, further);
      log.warn('pixel counts could not be stored yet');
      for (const entry of batch) add(entry);
    }
  };

  /** Drops exactly the entries that the database can never store. */
  const storeHalves = async (batch: Entry[], text: string, further: Column[]) => {
    if (batch.length === 1) return log.warn('a pixel count was dropped: the database refuses it');
    const middle = Math.ceil(batch.length / 2);
    await store(batch.slice(0, middle), text, further);
    await store(batch.slice(middle), text, further);
  };

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  return {
    flush,
    arrived: (pixelId, count) => note(pixelId, null, count),
    count: (pixelId, reason, times = 1) => note(pixelId, reason, times),
  };
}

/** Errors caused by the data itself, which repeating the statement cannot solve. */
const isOfData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22...|54000)$/.test(String(error.code));

const joined = (one: Entry, other: Entry): Entry => ({
  ...one,
  count: one.count + other.count,
  firstAt: new Date(Math.min(one.firstAt.getTime(), other.firstAt.getTime())),
  lastAt: new Date(Math.max(one.lastAt.getTime(), other.lastAt.getTime())),
});
