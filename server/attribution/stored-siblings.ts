import type pg from 'pg';
import { groupByKeys } from '../platform/group-by.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import type { Parameters } from './event-conditions.ts';
import type { ClickGroup, Group, MonthGroup, Sibling } from './siblings.ts';

type Read = <Row>(query: string, parameters: Parameters) => Promise<Row[]>;

const columns = `conversion_id, side, record, event_name, toString(event_time) AS time, dedup_key, order_id, click_id, user_id,
  affid, offer_id, goal, click_uid, toString(click_time) AS clicked, status, excluded_reason, terms_id, terms_count,
  unpaid_reason`;

const IN_WINDOW =
  'event_time >= fromUnixTimestamp64Milli({from:Int64}) AND event_time < fromUnixTimestamp64Milli({to:Int64})';
const groupKey = "concat(offer_id, ' ', affid, ' ', if(goal = '', 'conversion', goal))";

type Row = Omit<Sibling, 'event_time' | 'click_time'> & { time: string; clicked: string | null };

/**
 * Versions that were recorded and possibly not applied, after an error or a crash. The one of a batch is not among
 * them: its batch is moved again first.
 */
export async function unappliedVersions(pool: pg.Pool, project: number): Promise<string[]> {
  const { rows } = await pool.query<{ version: string }>({
    name: 'resolver-unapplied',
    text: `select version from pending_decisions where project_id = $1 and version is not null
      union select version from pending_refresh where project_id = $1 and version is not null`,
    values: [project],
  });
  return rows.map(({ version }) => version);
}

/** The living rows of these groups, and others of the same time. */
export async function readSiblings(
  groups: readonly Group[],
  versions: readonly string[],
  read: Read,
): Promise<Sibling[]> {
  const found: Sibling[] = [];
  for (const { condition, parameters } of searchesFor(groups)) {
    const rows = await read<Row>(queryFor(condition, versions), { ...parameters, versions });
    for (const { time, clicked, ...row } of rows) {
      found.push({ ...row, event_time: iso(time), click_time: clicked && iso(clicked) });
    }
  }
  return found;
}

/** What a version says that is not applied yet replaces what is there. */
function queryFor(condition: string, versions: readonly string[]): string {
  const present = `FROM conversions FINAL WHERE project_id = {project:UInt32} AND ${condition}`;
  if (versions.length === 0) return `SELECT ${columns} ${present}`;
  return `SELECT * EXCEPT (version, deleted) FROM (
      SELECT * FROM (
        SELECT ${columns}, version, deleted ${present}
        UNION ALL
        SELECT ${columns}, version, deleted FROM conversion_versions
        WHERE project_id = {project:UInt32} AND version IN {versions:Array(UInt64)}
      ) ORDER BY version DESC LIMIT 1 BY conversion_id, side
    ) WHERE deleted = 0`;
}

type Search = { condition: string; parameters: Parameters };

function searchesFor(groups: readonly Group[]): Search[] {
  const months = groups.filter((group): group is MonthGroup => group.kind === 'month');
  const clicks = groups.filter((group): group is ClickGroup => group.kind === 'click');
  return [
    ...[...groupByKeys(months, ({ from, to }) => [`${from} ${to}`]).values()].flatMap(inMonth),
    ...ofClicks(clicks),
  ];
}

function inMonth(months: readonly MonthGroup[]): Search[] {
  const [first] = months;
  if (!first) return [];
  const { from, to } = first;
  const keys = months.map(({ offer, affid, goal }) => `${offer} ${affid} ${goal}`);
  const offers = [...new Set(months.map(({ offer }) => offer))];
  return parameterChunks(keys).map((some) => ({
    condition: `${IN_WINDOW} AND side = 'server' AND offer_id IN {offers:Array(String)}
      AND ${groupKey} IN {groups:Array(String)}`,
    parameters: { from, to, offers, groups: some },
  }));
}

function ofClicks(groups: readonly ClickGroup[]): Search[] {
  if (groups.length === 0) return [];
  const from = Math.min(...groups.map((group) => group.from));
  const to = Math.max(...groups.map((group) => group.to));
  return parameterChunks(groups.map(({ click }) => click)).map((clicks) => ({
    condition: `${IN_WINDOW} AND click_uid IN {clicks:Array(String)}`,
    parameters: { from, to, clicks },
  }));
}

const iso = (time: string): string => `${time.replace(' ', 'T')}Z`;
