import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import type { InboxItem } from '../database/payloads/inbox-item.ts';
import type { LiveEvent } from '../database/payloads/live-event.ts';
import type { Log } from '../platform/logger.ts';
import type { Cursor } from './cursor.ts';
import { createEventConversions, type EventConversion } from './event-conversions.ts';
import { selectedEvents } from './selected-events.ts';

export type LiveRow = {
  version: string;
  place: number;
  keptAt: Date;
  /** Null where events were left out. */
  event: LiveEvent | null;
  /** The conversion of the event. */
  belongs: EventConversion | null;
};

export type RefusedCount = { pixel: number; reason: string; count: number };

/** Recent events in the order of arrival, the same in every process of the app. */
export type Live = {
  /** Stores a batch that is in the warehouse; repeating it changes nothing. */
  keep(version: string, items: readonly InboxItem[]): Promise<void>;
  /** Events after a cursor, the oldest first. */
  after(project: number, cursor: Cursor): Promise<LiveRow[]>;
  /** The cursor after which the latest few events follow. */
  cursorBefore(project: number, many: number): Promise<Cursor>;
  /** Refusals of each pixel since a time, by reason. */
  refusedSince(project: number, from: Date): Promise<RefusedCount[]>;
  /** Waits for new events, or for this long. */
  news(ms: number): Promise<void>;
};

type Dependencies = { pool: pg.Pool; reader: ClickHouseClient; now: () => Date; log: Log };

/** How far back a stream can be resumed. */
export const retention = 10 * 60_000;
const pruneEvery = 60_000;
const mostAtOnce = 200;

export function createLive({ pool, reader, now, log }: Dependencies): Live {
  const waiting = new Set<() => void>();
  let prunedAt = 0;
  const reading = shared(({ project, version, place }: Place) => read(project, version, place));
  const refusing = shared(({ project, from }: { project: number; from: string }) =>
    readRefused(project, from),
  );

  async function insert(version: string, items: readonly InboxItem[]): Promise<void> {
    const chosen = selectedEvents(items);
    if (chosen.length === 0) return;
    await pool.query(
      `insert into collected (version, place, project_id, kept_at, event)
       select $1, * from unnest($2::int[], $3::int[], array_fill($4::timestamptz, array[$5::int]), $6::json[])
       on conflict do nothing`,
      [
        version,
        chosen.map(({ place }) => place),
        chosen.map(({ project }) => project),
        now(),
        chosen.length,
        chosen.map(({ event }) => event && JSON.stringify(event)),
      ],
    );
    for (const wake of waiting) wake();
  }

  async function prune(): Promise<void> {
    const at = now().getTime();
    if (at - prunedAt < pruneEvery) return;
    prunedAt = at;
    await pool.query('delete from collected where kept_at < $1', [new Date(at - retention)]);
  }

  async function read(project: number, version: string, place: number): Promise<LiveRow[]> {
    const { rows } = await pool.query<Omit<LiveRow, 'belongs'>>(
      `select version::text, place, kept_at as "keptAt", event from collected
       where project_id = $1 and (version, place) > ($2::bigint, $3::int)
       order by version, place limit $4`,
      [project, version, place, mostAtOnce],
    );
    const known = await createEventConversions(reader, project, rows).catch((error: Error) => {
      log.warn({ reason: error }, 'events are shown live without their conversions');
      return new Map<string, EventConversion>();
    });
    return rows.map((row) => ({
      ...row,
      belongs: (row.event && known.get(row.event.uid)) ?? null,
    }));
  }

  async function readRefused(project: number, from: string): Promise<RefusedCount[]> {
    const { rows } = await pool.query<RefusedCount>(
      `select pixel_id as pixel, reason, sum(count)::int as count from pixel_rejections
       where project_id = $1 and hour >= $2 and reason not in ('bot', 'datacenter')
       group by 1, 2 order by 1, 2`,
      [project, from],
    );
    return rows;
  }

  return {
    /** Storing for live streams must not hold up the pipeline. */
    async keep(version, items) {
      try {
        await insert(version, items);
        await prune();
      } catch (error) {
        log.warn({ reason: error }, 'new events cannot be shown live');
      }
    },
    after: (project, { version, place }) => reading({ project, version, place }),
    async cursorBefore(project, many) {
      const { rows } = await pool.query<{ version: string; place: number }>(
        `select version::text, place from collected where project_id = $1
         order by version desc, place desc offset $2 limit 1`,
        [project, many],
      );
      return { version: '0', place: 0, ...rows[0], at: now().getTime() };
    },
    refusedSince: (project, from) => refusing({ project, from: from.toISOString() }),
    news: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        waiting.add(end);
      }),
  };
}

type Place = { project: number; version: string; place: number };

/** Simultaneous equal calls share one answer. */
function shared<Request extends object, Answer>(
  run: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (request) => {
    const key = JSON.stringify(request);
    const known = underWay.get(key);
    if (known) return known;
    const answer = run(request).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
}
