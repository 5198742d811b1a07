import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { dayAt, startOfDay } from '#contract/period.ts';
import { storedZone } from '#contract/time-zone.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { Cycle } from '../billing/cycle.ts';
import { usageIn } from '../billing/usage.ts';
import { readWithRetry } from '../warehouse/read-with-retry.ts';
import type { Statistics } from './statistics.ts';

type ProjectCycle = { id: number; timezone: string; start: Date | null; end: Date | null };
type Dependencies = { pool: pg.Pool; reader: ClickHouseClient; now: () => Date };

const DAY = 86_400_000;

/** Reads the figures of project lists from the warehouse. */
export function createWarehouseStatistics({ pool, reader, now }: Dependencies): Statistics {
  async function rows<Row>(query: string, params: Record<string, unknown>): Promise<Row[]> {
    return readWithRetry(async () => {
      const result = await reader.query({ query, query_params: params, format: 'JSONEachRow' });
      return result.json<Row>();
    });
  }

  const usage = usageIn(reader);
  return {
    async eventsUsed(projectIds) {
      if (projectIds.length === 0) return new Map();
      const { rows: projects } = await pool.query<ProjectCycle>(
        `select project.id, project.timezone, s.period_start as start, s.period_end as end
         from projects project
         left join subscriptions s on s.project_id = project.id and s.status <> 'canceled'
         where project.id = any($1)`,
        [projectIds],
      );
      return usage(
        projects.map((project) => ({ projectId: project.id, ...cycleOf(project, now()) })),
      );
    },

    async pixelActivity(scope) {
      const found = await rows<{ event_name: string; last: string; recent: string }>(
        `SELECT event_name, toUnixTimestamp64Milli(max(event_time)) AS last,
           countIf(event_time > fromUnixTimestamp64Milli({since:Int64})) AS recent
         FROM events
         WHERE project_id = {project:UInt32} AND is_test = 0 ${inScope(scope)}
         GROUP BY event_name`,
        { ...scopeParams(scope), since: now().getTime() - DAY },
      );
      return new Map(
        found.map(({ event_name, last, recent }) => [
          event_name,
          { lastExecutedAt: new Date(Number(last)), count24h: Number(recent) },
        ]),
      );
    },

    async offerActivity(scope) {
      const found = await rows<{ offer_id: string; last: string; recent: string }>(
        `SELECT offer_id, toUnixTimestamp64Milli(max(event_time)) AS last,
           countIf(event_time > fromUnixTimestamp64Milli({since:Int64}) AND excluded_reason = '') AS recent
         FROM conversions FINAL
         WHERE project_id = {project:UInt32} AND record = 'conversion' AND side = 'server' AND offer_id != '' ${inScope(scope)}
         GROUP BY offer_id`,
        { ...scopeParams(scope), since: now().getTime() - 30 * DAY },
      );
      return new Map(
        found.map(({ offer_id, last, recent }) => [
          offer_id,
          { lastSeenAt: new Date(Number(last)), conversions30d: Number(recent) },
        ]),
      );
    },

    async isRecorded(projectId, affid) {
      const { rows: waiting } = await pool.query(recordedOutsideWarehouse, [projectId, affid]);
      if (waiting.length > 0) return true;
      const found = await rows(
        `SELECT 1 FROM events WHERE project_id = {project:UInt32} AND affid = {affid:String} AND is_test = 0 LIMIT 1
         UNION ALL SELECT 1 FROM costs WHERE project_id = {project:UInt32} AND affid = {affid:String} LIMIT 1`,
        { project: projectId, affid },
      );
      return found.length > 0;
    },
  };
}

/**
 * Finds corrections, which the warehouse does not hold, and events that wait in the inbox. Runs before the query of the
 * warehouse: an event that is moved between the two queries is then found by either of them.
 */
const recordedOutsideWarehouse = `
select from conversion_adjustments where project_id = $1 and aff_id = $2
union all
select from inbox where project_id = $1 and (payload->'cost'->>'affid' = $2
  or payload->'event'->>'affid' = $2 and payload->'event'->>'is_test' = '0')
limit 1`;

const inScope = ({ affids }: ProjectScope): string =>
  affids === null ? '' : 'AND affid IN {affids:Array(String)}';
const scopeParams = ({ id, affids }: ProjectScope): Record<string, unknown> =>
  affids === null ? { project: id } : { project: id, affids };

const monthStart = (at: Date, zone: string): Date =>
  startOfDay(`${dayAt(at, zone).slice(0, 8)}01`, zone);

const cycleOf = ({ timezone, start, end }: ProjectCycle, at: Date): Cycle =>
  start && end
    ? { start, end }
    : { start: monthStart(at, storedZone(timezone)), end: new Date(at.getTime() + DAY) };
