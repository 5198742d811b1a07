import type { ClickHouseClient } from '@clickhouse/client';
import { usageWarnings } from '#contract/billing/schemas.ts';
import { readWithRetry } from '../warehouse/read-with-retry.ts';
import type { Cycle } from './cycle.ts';

export type ProjectCycle = { projectId: number } & Cycle;

/** The events of projects in their cycles, by project. */
export type Usage = (cycles: readonly ProjectCycle[]) => Promise<ReadonlyMap<number, number>>;

const DAY = 86_400_000;

/** Counts stored events without tests, each once. */
export function usageIn(reader: ClickHouseClient): Usage {
  return async (cycles) => {
    if (cycles.length === 0) return new Map();
    const counted = await readWithRetry(async () => {
      const result = await reader.query({
        query: `SELECT project_id, uniqExact(cityHash64(event_uid)) AS count FROM events
          WHERE project_id IN {ids:Array(UInt32)} AND is_test = 0
            AND ingested_at >= fromUnixTimestamp64Milli(transform(project_id, {ids:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0)))
            AND ingested_at < fromUnixTimestamp64Milli(transform(project_id, {ids:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0)))
          GROUP BY project_id`,
        query_params: {
          ids: cycles.map(({ projectId }) => projectId),
          starts: cycles.map(({ start }) => start.getTime()),
          ends: cycles.map(({ end }) => end.getTime()),
        },
        format: 'JSONEachRow',
      });
      return result.json<{ project_id: number; count: string }>();
    });
    return new Map(counted.map(({ project_id, count }) => [project_id, Number(count)]));
  };
}

/** The highest warning threshold that was reached, in percent. */
export function usageWarningOf(
  used: number,
  limit: number | null,
): (typeof usageWarnings)[number] | null {
  if (limit === null) return null;
  return usageWarnings.findLast((percent) => used * 100 >= limit * percent) ?? null;
}

/** The projected number at the end of the cycle. */
export function projectedUsage(used: number, { start, end }: Cycle, at: Date): number | null {
  const passed = at.getTime() - start.getTime();
  if (passed < DAY) return null;
  return Math.round((used * (end.getTime() - start.getTime())) / passed);
}
