import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { readWithRetry } from '../warehouse/read-with-retry.ts';

/** The times of a pixel's events in the weeks before the last one. */
export type EventTimes = {
  firstAt: Date | null;
  lastAt: Date | null;
  /** Events by the start of their hour. */
  byHour: ReadonlyMap<number, number>;
};

/** The traffic of a pixel in the last 24 hours and before. */
export type PixelTraffic = EventTimes & {
  received24h: number;
  rejected24h: readonly { reason: string; count: number }[];
};

type Dependencies = { pool: pg.Pool; reader: ClickHouseClient; now: () => Date };
type TrackedPixel = { id: number; eventName: string };

const HOUR = 3_600_000;

const arrivals = `
with last as (
  select pixel_id, min(first_at) as first_at, max(last_at) as last_at
  from pixel_arrivals where pixel_id = any($1) group by pixel_id
)
select a.pixel_id as id, a.hour, a.count::float8 as count, last.first_at as "firstAt", last.last_at as "lastAt"
from pixel_arrivals a join last using (pixel_id)
where a.hour >= last.last_at - interval '29 days' or a.hour >= $2`;

const rejections = `
select pixel_id as id, reason, sum(count)::float8 as count from pixel_rejections
where pixel_id = any($1) and hour >= $2 group by 1, 2 order by 3 desc, 2`;

/** Events of servers have no pixel key and are assigned by event name. */
const reported = `
WITH spans AS (
  SELECT event_name, min(event_time) AS first, max(event_time) AS last FROM events
  WHERE project_id = {project:UInt32} AND event_name IN {names:Array(String)} AND side = 'server'
  GROUP BY event_name
)
SELECT event_name, toUnixTimestamp64Milli(any(spans.first)) AS first, toUnixTimestamp64Milli(any(spans.last)) AS last,
  toInt64(toUnixTimestamp(toStartOfHour(event_time))) * 1000 AS hour, count() AS count
FROM events INNER JOIN spans USING (event_name)
WHERE project_id = {project:UInt32} AND event_name IN {names:Array(String)} AND side = 'server'
  AND event_time >= spans.last - INTERVAL 29 DAY
GROUP BY event_name, hour`;

type Arrival = { id: number; hour: Date; count: number; firstAt: Date; lastAt: Date };
type Rejection = { id: number; reason: string; count: number };
type Reported = { event_name: string; first: string; last: string; hour: string; count: string };

/** Reads the traffic of one project's pixels. */
export function createEventTimes({ pool, reader, now }: Dependencies) {
  return async (
    projectId: number,
    pixels: readonly TrackedPixel[],
  ): Promise<ReadonlyMap<number, PixelTraffic>> => {
    const since = new Date((Math.floor(now().getTime() / HOUR) - 23) * HOUR);
    const ids = pixels.map(({ id }) => id);
    const names = [...new Set(pixels.map(({ eventName }) => eventName))];
    const [accepted, refused, byServers] = await Promise.all([
      pool.query<Arrival>(arrivals, [ids, since]),
      pool.query<Rejection>(rejections, [ids, since]),
      readWithRetry(async () => {
        const query_params = { project: projectId, names };
        const result = await reader.query({ query: reported, query_params, format: 'JSONEachRow' });
        return result.json<Reported>();
      }),
    ]);
    return new Map(
      pixels.map(({ id, eventName }) => {
        const own = accepted.rows.filter((row) => row.id === id);
        const byName = byServers.filter((row) => row.event_name === eventName);
        const recent = own.filter(({ hour }) => hour >= since);
        return [
          id,
          {
            ...sightingsOf(own, byName),
            received24h: recent.reduce((sum, { count }) => sum + count, 0),
            rejected24h: refused.rows
              .filter((row) => row.id === id)
              .map(({ reason, count }) => ({ reason, count })),
          },
        ];
      }),
    );
  };
}

function sightingsOf(own: readonly Arrival[], byName: readonly Reported[]): EventTimes {
  const byHour = new Map<number, number>();
  const counts = [
    ...own.map(({ hour, count }) => [hour.getTime(), count] as const),
    ...byName.map(({ hour, count }) => [Number(hour), Number(count)] as const),
  ];
  for (const [hour, count] of counts) byHour.set(hour, (byHour.get(hour) ?? 0) + count);
  const firsts = [
    ...own.map(({ firstAt }) => firstAt.getTime()),
    ...byName.map(({ first }) => Number(first)),
  ];
  const lasts = [
    ...own.map(({ lastAt }) => lastAt.getTime()),
    ...byName.map(({ last }) => Number(last)),
  ];
  return {
    firstAt: firsts.length > 0 ? new Date(Math.min(...firsts)) : null,
    lastAt: lasts.length > 0 ? new Date(Math.max(...lasts)) : null,
    byHour,
  };
}
