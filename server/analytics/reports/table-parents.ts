import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { TableRow } from '#contract/analytics/report.ts';
import type { Filter } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Names } from '../runner/entity-labels.ts';
import type { Report } from './report.ts';
import { labelsFor } from './table-labels.ts';

type Parents = NonNullable<TableRow['parents']>;

/** Of more keys than this, the parents of all rows are read instead of sending the keys. */
const mostKeys = 1_000;
const mostRows = 100_000;

/**
 * The campaign, or campaign and ad set, that each of these rows belongs to. Of several, the one with the most clicks,
 * else the most cost.
 */
export async function parentsOf(
  report: Report,
  { grouping, above, keys }: { grouping: Grouping; above: readonly Grouping[]; keys: string[] },
  names: Names,
): Promise<(key: string) => Parents | undefined> {
  if (keys.length === 0 || above.length === 0) return () => undefined;
  const among: Filter =
    keys.length <= mostKeys
      ? { member: grouping, operator: 'equals', values: keys }
      : { member: grouping, operator: 'set', values: [] };
  const rows = await report.runQuery({
    measures: ['clicks', 'cost'],
    dimensions: [grouping, ...above],
    filters: [
      { member: 'record', operator: 'equals', values: ['click', 'conversion', 'cost'] },
      among,
    ],
    order: [['clicks', 'desc']],
    limit: mostRows,
  });
  const best = new Map<string, Row>();
  for (const row of rows) {
    const key = row[grouping];
    const other = key && best.get(key);
    if (key && (!other || isBetter(row, other, above))) best.set(key, row);
  }
  const labels = await Promise.all(
    above.map((level) => {
      const named = new Set([...best.values()].flatMap((row) => row[level] ?? []));
      return labelsFor(level, [...named], report, names);
    }),
  );
  return (key) => {
    const row = best.get(key);
    return (
      row &&
      above.map((level, index) => {
        const parent = row[level] ?? null;
        return { group_by: level, key: parent, label: labels[index]?.(parent) ?? '' };
      })
    );
  };
}

/** Whether a row names more parents than another, or as many with more clicks, else more cost. */
function isBetter(row: Row, other: Row, above: readonly Grouping[]): boolean {
  const ranks = (one: Row) => [
    above.filter((level) => one[level] != null).length,
    Number(one.clicks),
    Number(one.cost),
  ];
  const before = ranks(other);
  const differences = ranks(row).map((rank, index) => rank - (before[index] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}
