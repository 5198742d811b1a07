import { storedDimensions } from '#contract/analytics/dimensions.ts';
import type { RawEvent } from '#contract/conversions/schemas.ts';
import { MAX_SIDE_GAP } from '../analytics/conversion-rows/selected-conversions.ts';
import { instantAt, type StoredSide } from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { redacted } from './redacted-payload.ts';

/** More reports than this of one order are a mistake of the sender; only the first are shown. */
const most = 200;

/** Fields of events that are visible to every reader of the conversion. */
const plain = ['event_id', 'order_id', 'value', 'currency', 'payout', 'status'] as const;
/** Fields about the person or about other affiliates. */
const inner = [
  'click_id',
  'visitor_id',
  'user_id',
  ...storedDimensions,
  'user_agent',
  'client_ip',
] as const;

/** The events of a conversion's sides, in order of time. */
export async function eventsOf(
  sides: readonly StoredSide[],
  uids: readonly string[],
  { isWhole, select }: { isWhole: boolean; select: AnalyticsReader['select'] },
): Promise<RawEvent[]> {
  const [first] = sides;
  if (!first) return [];
  const parameters = new Parameters();
  const earliest = Math.min(...sides.map(({ event_time }) => Number(event_time)));
  const fields = isWhole ? [...plain, ...inner] : plain;
  const objects = isWhole ? ['toJSONString(platform_click_ids)', 'params'] : ["'{}'", "'{}'"];
  const sql = `SELECT event_uid, side, toString(toUnixTimestamp64Milli(event_time)),
  toString(toUnixTimestamp64Milli(ingested_at)), event_name, ${objects.join(', ')},
  ${fields.map((name) => `toString(${name})`).join(', ')}
FROM events
WHERE project_id = ${parameters.add('Int64', Number(first.project_id))}
  AND event_name = ${parameters.add('String', first.event_name)} AND left_out = 0
  AND event_time >= ${parameters.millisecond(new Date(earliest - MAX_SIDE_GAP))}
  AND event_uid IN ${parameters.add('Array(String)', uids)}
ORDER BY event_time, event_uid
LIMIT ${most}`;
  const heads = new Set(sides.map(({ event_uid }) => event_uid));
  const rows = await select({ sql, parameters: parameters.values });
  return rows.map(([uid, side, time, received, name, clickIds, params, ...cells]) => {
    const sent = Object.fromEntries(fields.map((field, index) => [field, cells[index] ?? '']));
    const objectsSent = { platform_click_ids: objectIn(clickIds), params: objectIn(params) };
    return {
      side: side === 'server' ? 'server' : 'browser',
      event_time: instantAt(time ?? '0'),
      received_at: instantAt(received ?? '0'),
      event_name: name ?? '',
      decides: heads.has(uid ?? ''),
      payload: { ...filled(redacted(sent)), ...filled(redacted(objectsSent)) },
    };
  });
}

function objectIn(text: string | null | undefined): object | null {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? value
      : null;
  } catch {
    return null;
  }
}

const filled = (fields: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter(([, value]) => value !== '' && value !== null),
  );
