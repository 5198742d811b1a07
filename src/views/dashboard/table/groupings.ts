import {
  byDimension,
  dimensionOf,
  type Grouping,
  groupings,
} from '#contract/analytics/dimensions.ts';
import type { TableRow } from '#contract/analytics/report.ts';
import { bucketInFull, bucketInText } from '../../kit/format.ts';

type Named = {
  /** What one row is. */
  one: string;
  many: string;
  /** Where the row's name comes from. */
  definition: string;
};

const fromClick = 'A conversion belongs to the click that earned it.';

/** The names of the groupings. */
export const groupingNames: Record<Grouping, Named> = byDimension(groupings, (name) => {
  const { label, many, definition, from } = dimensionOf(name);
  return {
    one: label,
    many,
    definition: from === 'click' ? `${definition} ${fromClick}` : definition,
  };
});

/** Hours and days have machine keys; every other row has a label. */
export function labelOf(grouping: Grouping, { key, label }: Pick<TableRow, 'key' | 'label'>) {
  if (key === null) return label;
  if (grouping === 'date') return bucketInFull(key);
  if (grouping !== 'hour') return label;
  const [date = '', time = ''] = key.split('T');
  return `${bucketInText(date)}, ${time.slice(0, 5)} ${time.slice(8).replace('-', '\u2212')}`;
}

export const namedGroupings = (
  grouping: Grouping,
  rows: readonly TableRow[],
): readonly TableRow[] =>
  grouping === 'date' || grouping === 'hour'
    ? rows.map((row) => ({ ...row, label: labelOf(grouping, row) }))
    : rows;
