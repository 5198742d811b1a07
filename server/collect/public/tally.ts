import type pg from 'pg';
import type { Log } from '../../log.ts';

/** Counts what was refused or marked, by pixel, hour and reason, and writes it down in batches. */
export type Tally = {
  count(pixelId: number, reason: string, times?: number): void;
  /** Writes down what was counted so far. */
  flush(): Promise<void>;
};

type Dependencies = { pool: pg.Pool; now: () => Date; log: Log };
type Entry = { pixelId: number; hour: Date; reason: string; count: number };

const HOUR = 3_600_000;
const wait = 1_000;

/** A pixel that is gone takes its counts with it. Rows are locked in the order of their keys. */
const statement = `
insert into pixel_rejections (pixel_id, project_id, hour, reason, count)
select given.pixel_id, m.project_id, given.hour, given.reason, given.count
from unnest($1::int[], $2::timestamptz[], $3::text[], $4::bigint[]) as given(pixel_id, hour, reason, count)
join master_pixels m on m.id = given.pixel_id
order by 1, 3, 4
on conflict (pixel_id, hour, reason) do update set count = pixel_rejections.count + excluded.count`;

export function createTally({ pool, now, log }: Dependencies): Tally {
  let entries = new Map<string, Entry>();
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  const add = ({ pixelId, hour, reason, count }: Entry) => {
    const key = `${pixelId} ${hour.getTime()} ${reason}`;
    const known = entries.get(key);
    if (known) known.count += count;
    else entries.set(key, { pixelId, hour, reason, count });
    timer ??= setTimeout(() => void flush(), wait).unref();
  };

  const write = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const taken = [...entries.values()];
    if (taken.length === 0) return;
    entries = new Map();
    const query = {
      text: statement,
      values: [
        taken.map(({ pixelId }) => pixelId),
        taken.map(({ hour }) => hour),
        taken.map(({ reason }) => reason),
        taken.map(({ count }) => count),
      ],
      query_timeout: 10_000,
    };
    try {
      await pool.query(query);
    } catch {
      log.warn('refused events could not be counted yet');
      for (const entry of taken) add(entry);
    }
  };

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  return {
    flush,
    count(pixelId, reason, times = 1) {
      if (times <= 0) return;
      const hour = new Date(Math.floor(now().getTime() / HOUR) * HOUR);
      add({ pixelId, hour, reason, count: times });
    },
  };
}
