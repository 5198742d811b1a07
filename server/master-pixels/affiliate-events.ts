import type { ClickHouseClient } from '@clickhouse/client';
import type { PixelExecuted } from '#contract/master-pixels/schemas.ts';
import { dayAt, startOfDay } from '#contract/period.ts';
import { readWithRetry } from '../warehouse/read-with-retry.ts';

type AffiliateQuery = {
  /** The projects in which the affiliate exists. */
  projects: readonly number[];
  affid: string;
  ss: 0 | 1 | undefined;
  timezone: string;
};

const DAY = 86_400_000;
const expectedOver = 28 * DAY;
const mostNames = 50;

/**
 * Events that name the affiliate, and conversions without an affiliate that are credited to it. Tests and bots are left
 * out.
 */
const theirs = (columns: string, fromConversions: string, side: string): string => `
SELECT ${columns}, 1 AS times FROM events
WHERE project_id IN {projects:Array(UInt32)} AND left_out = 0 AND affid = {affid:String} ${side}
UNION ALL
SELECT ${fromConversions}, raw_count AS times FROM conversions FINAL
WHERE project_id IN {projects:Array(UInt32)} AND affid = {affid:String} AND own_affid = '' AND record = 'conversion' ${side}`;

const at = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64})`;

const byName = (side: string) => `
SELECT event_name, toUnixTimestamp64Milli(min(event_time)) AS first, toUnixTimestamp64Milli(max(event_time)) AS last,
  sumIf(times, event_time >= ${at('today')}) AS today, sumIf(times, event_time >= ${at('day')}) AS day,
  sumIf(times, event_time >= ${at('past')} AND event_time < ${at('day')}) AS past
FROM (${theirs('event_name, event_time', 'event_name, event_time', side)})
GROUP BY event_name`;

/** Two page views of a visitor in one second are one view reported twice. */
const views = `
SELECT count() AS seconds, countIf(views > 1) AS doubled, max(views) AS most FROM (
  SELECT count() AS views FROM events
  WHERE project_id IN {projects:Array(UInt32)} AND event_name = 'page_view' AND left_out = 0
    AND affid = {affid:String} AND visitor_id != '' AND event_time >= ${at('day')}
  GROUP BY project_id, visitor_id, toStartOfSecond(event_time)
)`;

/** The leading side of each conversion. */
const conversions = (narrowing: string) => `
SELECT countIf(paired = 1 AND leads) AS both, countIf(paired = 0 AND leads AND is_server) AS server_only,
  countIf(paired = 0 AND NOT is_server) AS browser_only,
  countIf(value_sent != 0 AND leads) AS valued, countIf(value_mismatch = 1 AND leads) AS mismatched,
  countIf(1 ${narrowing}) AS sides, countIf((event_id != '' OR order_id != '') ${narrowing}) AS named
FROM (
  SELECT *, side = 'server' AS is_server, is_server OR paired = 0 AS leads FROM conversions FINAL
  WHERE project_id IN {projects:Array(UInt32)} AND affid = {affid:String} AND record = 'conversion'
    AND excluded_reason = '' AND event_time >= ${at('day')}
)`;

type Name = Record<'event_name' | 'first' | 'last' | 'today' | 'day' | 'past', string>;
type Row<Column extends string> = Record<Column, string>;
type Conversions = Row<
  'both' | 'server_only' | 'browser_only' | 'valued' | 'mismatched' | 'sides' | 'named'
>;

/** Whether and how often the events of an affiliate arrive. */
export async function affiliateEvents(
  reader: ClickHouseClient,
  { projects, affid, ss, timezone }: AffiliateQuery,
  now: Date,
): Promise<PixelExecuted> {
  const day = now.getTime() - DAY;
  const query_params = {
    projects,
    affid,
    day,
    past: day - expectedOver,
    today: startOfDay(dayAt(now, timezone), timezone).getTime(),
  };
  const rows = <R>(query: string): Promise<R[]> =>
    readWithRetry(async () =>
      (await reader.query({ query, query_params, format: 'JSONEachRow' })).json<R>(),
    );
  const side = ss === undefined ? '' : `AND side = '${ss === 1 ? 'server' : 'browser'}'`;
  const [names, [seen], [pairs]] = await Promise.all([
    rows<Name>(byName(side)),
    rows<Row<'seconds' | 'doubled' | 'most'>>(views),
    rows<Conversions>(conversions(side)),
  ]);
  const sum = (column: 'today' | 'day' | 'past') =>
    names.reduce((all, row) => all + Number(row[column]), 0);
  if (names.length === 0) return { ...never, affid, ss: ss ?? null };
  const first = Math.min(...names.map((row) => Number(row.first)));
  const last = Math.max(...names.map((row) => Number(row.last)));
  return {
    executed: true,
    affid,
    ss: ss ?? null,
    first_executed_at: new Date(first).toISOString(),
    last_executed_at: new Date(last).toISOString(),
    count_today: sum('today'),
    count_24h: sum('day'),
    expected_24h: expectedFrom(sum('past'), day - Math.max(first, day - expectedOver)),
    events: names
      .filter((row) => Number(row.day) > 0)
      .sort((a, b) => Number(b.day) - Number(a.day) || a.event_name.localeCompare(b.event_name))
      .slice(0, mostNames)
      .map((row) => ({
        event_name: row.event_name,
        count_24h: Number(row.day),
        last_executed_at: new Date(Number(row.last)).toISOString(),
      })),
    checks: [...idCheck(pairs), ...valueChecks(pairs), ...(ss === 1 ? [] : viewCheck(seen))],
    dedup: dedupOf(pairs),
  };
}

const never = {
  executed: false,
  first_executed_at: null,
  last_executed_at: null,
  count_today: 0,
  count_24h: 0,
  events: [],
  checks: [],
  dedup: null,
};

/** Less than a day cannot predict a day. */
const expectedFrom = (count: number, span: number): number | null =>
  span < DAY ? null : Math.round((count * DAY) / span);

type Check = PixelExecuted['checks'][number];

const share = (part: number, whole: number): number => Math.round((part / whole) * 1_000) / 1_000;
const percent = (value: number): string => `${Math.round(value * 1_000) / 10} %`;

function idCheck(row: Conversions | undefined): Check[] {
  const sides = Number(row?.sides);
  if (!row || !sides) return [];
  const value = share(Number(row.named), sides);
  const message = `${percent(value)} of the reports of conversions carry an event or order id.`;
  return [{ id: 'event_id_present', ok: value >= 0.95, value, message }];
}

function valueChecks(row: Conversions | undefined): Check[] {
  const all = row ? Number(row.both) + Number(row.server_only) + Number(row.browser_only) : 0;
  if (!row || all === 0) return [];
  const value = share(Number(row.valued), all);
  const present: Check = {
    id: 'value_present',
    ok: value >= 0.95,
    value,
    message: `${percent(value)} of conversions carry a value.`,
  };
  if (Number(row.both) === 0) return [present];
  const agreeing = share(Number(row.both) - Number(row.mismatched), Number(row.both));
  const agrees: Check = {
    id: 'value_agrees',
    ok: agreeing >= 0.99,
    value: agreeing,
    message: `Browser and server give the same value for ${percent(agreeing)} of the conversions that both saw.`,
  };
  return [present, agrees];
}

function viewCheck(row: Row<'seconds' | 'doubled' | 'most'> | undefined): Check[] {
  const seconds = Number(row?.seconds);
  if (!row || !seconds) return [];
  const isOnce = Number(row.doubled) / seconds < 0.05;
  const message = isOnce
    ? 'Pages report once.'
    : `${percent(share(Number(row.doubled), seconds))} of page views came more than once in the same second: the snippet is probably loaded twice.`;
  return [{ id: 'snippet_once', ok: isOnce, value: isOnce ? 1 : Number(row.most), message }];
}

function dedupOf(row: Conversions | undefined): PixelExecuted['dedup'] {
  if (!row) return null;
  const [both, server_only, browser_only] = [row.both, row.server_only, row.browser_only].map(
    Number,
  ) as [number, number, number];
  const all = both + server_only + browser_only;
  return all === 0 ? null : { both, server_only, browser_only, match_rate: share(both, all) };
}
