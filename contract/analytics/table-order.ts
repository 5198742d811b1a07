import type { TableRow } from './report.ts';
import type { TableExtra } from './report-query.ts';
import { type DerivedSort, derivedSorts, type TableSort } from './report-query.ts';
import { changeInRow } from './row-change.ts';

export const isDerivedSort = (sort: TableSort): sort is DerivedSort =>
  derivedSorts.some((one) => one === sort);

/** The sort value of a row; null for a row without one. */
export function sortValueOf(row: TableRow, sort: TableSort): Value {
  switch (sort) {
    case 'clicks_change':
      return changeInRow(row, 'clicks');
    case 'conversions_change':
      return changeInRow(row, 'conversions');
    case 'revenue_change':
      return changeInRow(row, 'revenue');
    case 'cost_change':
      return changeInRow(row, 'cost');
    case 'profit_change':
      return changeInRow(row, 'profit');
    case 'roas_change':
      return changeInRow(row, 'roas');
    case 'click_conversions':
      return row.click_clock?.conversions ?? null;
    case 'click_revenue':
      return row.click_clock?.server_revenue ?? null;
    default:
      return row[sort] ?? null;
  }
}

const collator = new Intl.Collator('en', { numeric: true });

type Value = number | string | null;

/** Compares two values; null comes last in either order. */
export function compareValues(one: Value, two: Value, order: 'asc' | 'desc'): number {
  if (one === two) return 0;
  if (one === null) return 1;
  if (two === null) return -1;
  const isText = typeof one === 'string' && typeof two === 'string';
  const difference = isText ? collator.compare(one, two) : one < two ? -1 : 1;
  return order === 'asc' ? difference : -difference;
}

/** Compares two keys; null comes last. */
export const compareKeys = (one: string | null, two: string | null): number =>
  collator.compare(one ?? '\uffff', two ?? '\uffff');

/** Sorts rows by one column, and equal ones by key. */
export function sortRows(
  rows: readonly TableRow[],
  { sort, order }: { sort: TableSort; order: 'asc' | 'desc' },
): TableRow[] {
  const ranked = rows.map((row) => ({ row, value: sortValueOf(row, sort) }));
  ranked.sort(
    (a, b) => compareValues(a.value, b.value, order) || compareKeys(a.row.key, b.row.key),
  );
  return ranked.map(({ row }) => row);
}

/** Parents are names, which no order depends on. */
type OrderedExtra = Exclude<TableExtra, 'parents'>;

const extras: Partial<Record<TableSort, OrderedExtra>> = {
  settled: 'evidence',
  projected_roas: 'evidence',
  conversion_rate_low: 'evidence',
  cpa_low: 'evidence',
  roas_low: 'evidence',
  profit_probability: 'evidence',
  wins: 'robustness',
  credit_low: 'robustness',
  click_conversions: 'clocks',
  click_revenue: 'clocks',
};

/** The extra that a table needs for this order. */
export const extraOfSort = (sort: TableSort): OrderedExtra | null => extras[sort] ?? null;
