import { byDimension, ownColumns, storedDimensions } from '#contract/analytics/dimensions.ts';
import type { ConversionRow } from './conversion-row.ts';
import type { Change, StoredRow } from './row-changes.ts';

type Kind = 'plain' | 'money' | 'instant' | 'big';

/** The columns of `conversions`, in the order in which rows are written. */
const kinds: Record<keyof ConversionRow, Kind> = {
  project_id: 'plain',
  conversion_id: 'plain',
  side: 'plain',
  version: 'big',
  deleted: 'plain',
  known_at: 'instant',
  record: 'plain',
  event_name: 'plain',
  event_time: 'instant',
  event_uid: 'plain',
  event_id: 'plain',
  order_id: 'plain',
  dedup_key: 'plain',
  dedup_method: 'plain',
  paired: 'plain',
  value_mismatch: 'plain',
  value: 'money',
  value_sent: 'money',
  currency: 'plain',
  raw_count: 'plain',
  raw_value: 'money',
  payout: 'money',
  status: 'plain',
  excluded_reason: 'plain',
  user_id: 'plain',
  visitor_id: 'plain',
  user_key: 'big',
  attributed: 'plain',
  reason: 'plain',
  click_id: 'plain',
  click_uid: 'plain',
  click_time: 'instant',
  ...byDimension(storedDimensions, () => 'plain' as const),
  ...byDimension(ownColumns, () => 'plain' as const),
  goal: 'plain',
  terms_id: 'plain',
  terms_count: 'plain',
  unpaid_reason: 'plain',
  cap_id: 'plain',
  hold_days: 'plain',
  event_uids: 'plain',
  touches: 'plain',
};

export const columns = Object.keys(kinds) as [keyof ConversionRow, ...(keyof ConversionRow)[]];

/** The columns of `conversion_versions`, which also store the place a version left. */
export const versionColumns: [keyof ConversionRow, ...(keyof ConversionRow | 'moved_from')[]] = [
  ...columns,
  'moved_from',
];

const expressions: Record<Kind, (column: string) => string> = {
  plain: (column) => column,
  big: (column) => `toString(${column}) AS ${column}`,
  money: (column) => `toDecimalString(${column}, 4) AS ${column}`,
  instant: (column) => `toString(${column}) AS ${column}`,
};

/** Reads a stored row in the form in which it was written. */
export const readableColumns = columns
  .filter((column) => column !== 'version')
  .map((column) => expressions[kinds[column]](column))
  .join(', ');

const instants = columns.filter((column) => kinds[column] === 'instant');

/** The values of a row in the order of `versionColumns`. */
export function valuesOf(change: Change, version: string): unknown[] {
  const row: ConversionRow = { ...change, version };
  const values = columns.map((column) => {
    const value = row[column];
    return kinds[column] === 'instant' && typeof value === 'string' ? withoutZone(value) : value;
  });
  return [...values, change.moved_from && withoutZone(change.moved_from)];
}

/** A row as `readable` answers it, with ISO instants again. */
export function storedRow(row: StoredRow): StoredRow {
  const texts = instants.map((column) => {
    const value = row[column as keyof StoredRow];
    return [column, typeof value === 'string' ? `${value.replace(' ', 'T')}Z` : value];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

/** An instant in the form that the warehouse reads. */
export function withoutZone(instant: string): string {
  return instant.slice(0, -1).replace('T', ' ');
}
