import type { ClickHouseClient } from '@clickhouse/client';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import type { LiveEvent } from '../database/payloads/live-event.ts';
import { readSides } from '../event-pixels/conversion-evidence.ts';
import { groupByKeys } from '../platform/group-by.ts';

/** The conversion of an event: the affiliate that earned it, and the other side's report. */
export type EventConversion = {
  conversion: { id: string; affid: string };
  twin: CollectedEvent['twin'];
};

type Row = { version: string; event: LiveEvent | null };

/** Fields that are compared between the sides; for personal fields only the fact that they differ is sent. */
const compared = [
  'event_id',
  'order_id',
  'value',
  'currency',
  'click_id',
  'visitor_id',
  'user_id',
  'affid',
  'campaign_id',
  'adset_id',
  'ad_id',
  'country',
] as const;
/** Fields that a side must send, because without them the sides are only matched by chance. */
const needed = new Set<string>(['event_id', 'order_id', 'value', 'currency']);
const personal = new Set<string>(['click_id', 'visitor_id', 'user_id']);

type Side = Record<(typeof compared)[number], string> & {
  uid: string;
  side: 'browser' | 'server';
  event_time: string;
};

/** Event names that are never conversions and are not looked up, because they are the most frequent. */
const passing = new Set([
  'click',
  'page_view',
  'view_content',
  'add_to_cart',
  'initiate_checkout',
  'experiment_exposure',
]);
const AROUND = 3 * 86_400_000;

/** Finds the conversions of events. */
export async function createEventConversions(
  reader: ClickHouseClient,
  project: number,
  rows: readonly Row[],
): Promise<Map<string, EventConversion>> {
  const candidates = rows.filter(
    ({ event }) => event && !event.is_test && !passing.has(event.event_name),
  );
  if (candidates.length === 0) return new Map();
  const versions = [...new Set(candidates.map(({ version }) => version))];
  const answer = await reader.query({
    query: `SELECT DISTINCT conversion_id FROM conversion_versions
      WHERE project_id = {project:UInt32} AND version IN {versions:Array(UInt64)} AND deleted = 0`,
    query_params: { project, versions: versions.map(BigInt) },
    format: 'JSONEachRow',
  });
  const ids = (await answer.json<{ conversion_id: string }>()).map((row) => row.conversion_id);
  if (ids.length === 0) return new Map();
  const sides = await readSides(reader, project, ids);
  const comparedSides = await readComparedSides(
    reader,
    project,
    sides.flatMap(({ event_uids }) => event_uids),
    sides.map(({ event_time }) => Date.parse(`${event_time.replace(' ', 'T')}Z`)),
  );
  const known = new Map<string, EventConversion>();
  for (const both of groupByKeys(sides, ({ conversion_id }) => [conversion_id]).values()) {
    for (const own of both) {
      const conversion = { id: own.conversion_id, affid: own.affid };
      const other = both.find(({ side }) => side !== own.side);
      const theirs = other && comparedSides.get(other.event_uids[0] ?? '');
      for (const uid of own.event_uids) {
        const ours = comparedSides.get(uid);
        const twin = ours && theirs ? twinOf(ours, theirs) : null;
        known.set(uid, { conversion, twin });
      }
    }
  }
  return known;
}

async function readComparedSides(
  reader: ClickHouseClient,
  project: number,
  uids: readonly string[],
  times: readonly number[],
): Promise<Map<string, Side>> {
  const answer = await reader.query({
    query: `SELECT event_uid AS uid, side, toUnixTimestamp64Milli(event_time) AS time,
        ${compared.filter((field) => field !== 'value').join(', ')}, toString(value) AS value
      FROM events
      WHERE project_id = {project:UInt32} AND left_out = 0 AND event_uid IN {uids:Array(String)}
        AND event_time >= fromUnixTimestamp64Milli({from:Int64})
        AND event_time <= fromUnixTimestamp64Milli({to:Int64})`,
    query_params: {
      project,
      uids,
      from: Math.min(...times) - AROUND,
      to: Math.max(...times) + AROUND,
    },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<Omit<Side, 'event_time'> & { time: string | number }>();
  return new Map(
    rows.map(({ time, ...row }) => [
      row.uid,
      { ...row, event_time: new Date(Number(time)).toISOString() },
    ]),
  );
}

function twinOf(ours: Side, theirs: Side): CollectedEvent['twin'] {
  const [server, browser] = ours.side === 'server' ? [ours, theirs] : [theirs, ours];
  const differences = compared
    .filter((field) =>
      field === 'event_id'
        ? idOf(server) !== idOf(browser)
        : differs(field, server[field], browser[field]),
    )
    .map((field) => ({
      field,
      server: shown(field, server[field]),
      browser: shown(field, browser[field]),
    }));
  return { side: theirs.side, event_time: theirs.event_time, differences };
}

/** The id by which an event is matched: the event id, else the order id. */
const idOf = ({ event_id, order_id }: Side): string => event_id || order_id;

function differs(field: string, server: string, browser: string): boolean {
  if (field === 'value') return Number(server) !== Number(browser);
  if (field === 'country' && (server === 'ZZ' || browser === 'ZZ')) return false;
  if (!needed.has(field) && (server === '' || browser === '')) return false;
  return server !== browser;
}

function shown(field: string, value: string): string | null {
  if (value === '' || personal.has(field)) return null;
  return field === 'value' ? `${Number(value)}` : value;
}
