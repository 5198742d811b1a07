import { timeDimensions } from '#contract/analytics/dimensions.ts';
import type { Table } from '#contract/analytics/report.ts';
import { unattributed as apart } from '#contract/analytics/report-query.ts';
import { remainder } from '#contract/analytics/table-figures.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { count } from '../../kit/format.ts';
import { type Column, costNote } from './columns.tsx';
import type { OpenableRow } from './RowName.tsx';
import { hiddenRows } from './spent.ts';

/** A summary row: the remainder, the total, or the difference between the clocks. */
export type Sums = {
  title: string;
  note?: string;
  write: (column: Column) => string;
  look: 'desk-rest' | 'desk-total' | 'desk-bridge';
  /** The row that it opens, if any. */
  row?: OpenableRow;
  /** Whether its figures can be opened. */
  opens?: boolean;
};

const isSomething = (sums: object): boolean => Object.values(sums).some((figure) => figure !== 0);

export const rowsIn = (many: number): string => (many === 1 ? '1 row' : `${count(many)} rows`);

/** The rows below the table, which make it add up to the total unless a search hides rows. */
export function sumsOf(
  report: Table,
  columns: readonly Column[],
  currency: string,
  isSearched: boolean,
): Sums[] {
  const { group_by: grouping, unattributed, other, spent, total, bridge } = report;
  const rest = spent ? remainder(other, [spent], moneyPlaces(currency)) : other;
  const hidden = hiddenRows(report);
  const clocks = columns.some(({ clocked }) => clocked !== undefined) ? bridge : undefined;
  const part =
    (of: NonNullable<typeof bridge>['click_clock'], sign: 1 | -1) =>
    ({ clocked }: Column) =>
      clocked ? clocked(of, sign, currency) : '';
  const leftOf =
    (line: Table['total']) =>
    ({ sum, left = sum }: Column) =>
      left(line, currency);
  return [
    {
      title: apart.label,
      note: 'no click known',
      write: leftOf(unattributed),
      look: 'desk-rest',
      // Hours and days contain every conversion, also unattributed ones.
      ...(isSomething(unattributed) && !timeDimensions.includes(grouping)
        ? { row: apart, opens: true }
        : {}),
    },
    ...(hidden > 0 && !isSearched
      ? [
          {
            title: 'Other',
            note: [`${rowsIn(hidden)} not shown`, costNote(report, rest) ?? []].flat().join(', '),
            write: leftOf(rest),
            look: 'desk-rest' as const,
          },
        ]
      : []),
    {
      title: isSearched ? 'Total of all rows' : 'Total',
      write: ({ sum, clocked }) =>
        clocked && clocks ? clocked(clocks.click_clock, 1, currency) : sum(total, currency),
      look: 'desk-total',
      opens: clocks === undefined,
    },
    ...(clocks
      ? [
          { title: 'By day of the conversion', write: part(clocks.conversion_clock, 1) },
          { title: 'less clicked before these days', write: part(clocks.clicked_before, -1) },
          { title: 'plus converted after them', write: part(clocks.converted_after, 1) },
        ].map((row): Sums => ({ ...row, look: 'desk-bridge' }))
      : []),
  ];
}
