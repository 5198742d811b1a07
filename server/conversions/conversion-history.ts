import type { ConversionChange } from '#contract/conversions/schemas.ts';
import { Parameters } from '../analytics/compiler/parameters.ts';
import {
  given,
  instantAt,
  moneyIn,
  type StoredSide,
  storedColumns,
  storedSide,
  storedWidth,
} from '../analytics/conversion-rows/stored-side.ts';
import type { Reading } from '../analytics/runner/readings.ts';

/** More versions than anybody reads; the newest are kept. */
const most = 500;

/** One version of one side. */
export type Version = { row: StoredSide; version: string; isDeleted: boolean; knownAt: string };

/** Every version of both sides of a conversion, oldest first. Read from the history, by its key. */
export async function versionsOf(
  id: string,
  projects: readonly number[],
  select: Reading['select'],
): Promise<Version[]> {
  const parameters = new Parameters();
  const sql = `SELECT ${storedColumns}, toString(version), toString(deleted), toString(toUnixTimestamp64Milli(known_at))
FROM conversion_versions
WHERE project_id IN ${parameters.add('Array(UInt32)', projects)} AND conversion_id = ${parameters.add('String', id)}
ORDER BY version DESC, side
LIMIT ${most}`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows
    .map((cells) => ({
      row: storedSide(cells),
      version: cells[storedWidth] ?? '',
      isDeleted: cells[storedWidth + 1] === '1',
      knownAt: cells[storedWidth + 2] ?? '0',
    }))
    .toReversed();
}

/** The sides as they are now. */
export function living(versions: readonly Version[]): Version[] {
  const newest = new Map(versions.map((one) => [one.row.side, one]));
  return [...newest.values()].filter(({ isDeleted }) => !isDeleted);
}

type Field = [name: keyof StoredSide, shown: (text: string) => string | number | boolean | null];

const flag = (text: string) => text === '1';

/** What a person wants to know of a change. */
const fields: readonly Field[] = [
  ['event_time', instantAt],
  ['status', given],
  ['excluded_reason', given],
  ['value', moneyIn],
  ['currency', given],
  ['payout', moneyIn],
  ['raw_count', Number],
  ['paired', flag],
  ['dedup_method', given],
  ['value_mismatch', flag],
  ['attributed', flag],
  ['reason', given],
  ['affid', given],
  ['campaign_id', given],
  ['adset_id', given],
  ['ad_id', given],
  ['offer_id', given],
];

/** What became another when. A version in which nothing of that changed is left out. */
export function historyOf(versions: readonly Version[]): ConversionChange[] {
  const before = new Map<string, Version>();
  return versions.flatMap((one): ConversionChange[] => {
    const last = before.get(one.row.side);
    before.set(one.row.side, one);
    const about = {
      side: one.row.side === 'server' ? ('server' as const) : ('browser' as const),
      known_at: instantAt(one.knownAt),
    };
    if (one.isDeleted) return [{ ...about, kind: 'removed', changes: [] }];
    if (!last || last.isDeleted) return [{ ...about, kind: 'made', changes: changesOf(null, one) }];
    const changes = changesOf(last, one);
    return changes.length > 0 ? [{ ...about, kind: 'changed', changes }] : [];
  });
}

function changesOf(last: Version | null, { row }: Version): ConversionChange['changes'] {
  return fields
    .filter(([name]) => last === null || last.row[name] !== row[name])
    .map(([field, shown]) => ({
      field,
      from: last && shown(last.row[field] ?? ''),
      to: shown(row[field] ?? ''),
    }));
}
