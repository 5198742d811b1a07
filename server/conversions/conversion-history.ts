import { namedDimensions } from '#contract/analytics/dimensions.ts';
import type { ConversionChange } from '#contract/conversions/schemas.ts';
import {
  instantAt,
  moneyIn,
  type StoredSide,
  storedColumns,
  storedSide,
  storedWidth,
  textOrNull,
} from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';

/** The newest versions are shown up to this number. */
const most = 500;

/** One version of one side. */
export type Version = { row: StoredSide; version: string; isDeleted: boolean; knownAt: string };

/** Every version of both sides, oldest first, read from the history by key. */
export async function versionsOf(
  id: string,
  projects: readonly number[],
  select: AnalyticsReader['select'],
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

/** The present sides. */
export function currentSides(versions: readonly Version[]): Version[] {
  const newest = new Map(versions.map((one) => [one.row.side, one]));
  return [...newest.values()].filter(({ isDeleted }) => !isDeleted);
}

type Field = [
  name: keyof StoredSide,
  shown: (text: string, currency: string) => string | number | boolean | null,
];

const flag = (text: string) => text === '1';

/** The fields whose changes are shown. */
const fields: readonly Readonly<Field>[] = [
  ['event_time', instantAt],
  ['status', textOrNull],
  ['excluded_reason', textOrNull],
  ['value', moneyIn],
  ['currency', textOrNull],
  ['payout', moneyIn],
  ['raw_count', Number],
  ['paired', flag],
  ['dedup_method', textOrNull],
  ['value_mismatch', flag],
  ['attributed', flag],
  ['reason', textOrNull],
  ...namedDimensions.map((name) => [name, textOrNull] as const),
];

/** Changes of a conversion over time, money in the project's currency; versions without a shown change are left out. */
export function historyOf(versions: readonly Version[], currency: string): ConversionChange[] {
  const before = new Map<string, Version>();
  return versions.flatMap((one): ConversionChange[] => {
    const last = before.get(one.row.side);
    before.set(one.row.side, one);
    const about = {
      side: one.row.side === 'server' ? ('server' as const) : ('browser' as const),
      known_at: instantAt(one.knownAt),
    };
    if (one.isDeleted) return [{ ...about, kind: 'removed', changes: [] }];
    if (!last || last.isDeleted)
      return [{ ...about, kind: 'made', changes: changesOf(null, one, currency) }];
    const changes = changesOf(last, one, currency);
    return changes.length > 0 ? [{ ...about, kind: 'changed', changes }] : [];
  });
}

function changesOf(
  last: Version | null,
  { row }: Version,
  currency: string,
): ConversionChange['changes'] {
  return fields
    .filter(([name]) => last === null || last.row[name] !== row[name])
    .map(([field, shown]) => ({
      field,
      from: last && shown(last.row[field] ?? '', currency),
      to: shown(row[field] ?? '', currency),
    }));
}
