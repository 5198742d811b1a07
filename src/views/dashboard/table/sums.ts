import type { Table } from '#contract/analytics/report.ts';
import { unattributed as apart, type Grouping } from '#contract/analytics/report-query.ts';
import { count } from '../../kit/format.ts';
import { type Column, costNote } from './columns.tsx';
import type { Openable } from './RowName.tsx';

/** A row that is none of a key: what is left, what all add up to, what leads from one clock to the other. */
export type Sums = {
  title: string;
  note?: string;
  write: (column: Column) => string;
  look: 'desk-rest' | 'desk-total' | 'desk-bridge';
  /** As what it opens; most add up to something else. */
  row?: Openable;
  /** Its figures open: what it stands for can be asked about. */
  opens?: boolean;
};

/** Every hour and every day has its conversions, whether a click earned them or not. */
const whole: readonly Grouping[] = ['hour', 'date'];

const isSomething = (sums: object): boolean => Object.values(sums).some((figure) => figure !== 0);

export const rowsIn = (many: number): string => (many === 1 ? '1 row' : `${count(many)} rows`);

/** What stands below the rows: they and these add up, unless only those of some name are shown. */
export function sumsOf(report: Table, columns: readonly Column[], isSearched = false): Sums[] {
  const { group_by: grouping, unattributed, other, total, bridge } = report;
  const clocks = columns.some(({ clocked }) => clocked !== undefined) ? bridge : undefined;
  const part =
    (of: NonNullable<typeof bridge>['click_clock'], sign: 1 | -1) =>
    ({ clocked }: Column) =>
      clocked ? clocked(of, sign) : '';
  return [
    {
      title: apart.label,
      note: 'no click known',
      write: ({ sum, left = sum }) => left(unattributed),
      look: 'desk-rest',
      ...(isSomething(unattributed) && !whole.includes(grouping)
        ? { row: apart, opens: true }
        : {}),
    },
    ...(other.count > 0 && !isSearched
      ? [
          {
            title: 'Other',
            note: [`${rowsIn(other.count)} not shown`, costNote(report, other) ?? []]
              .flat()
              .join(', '),
            write: ({ sum, left = sum }: Column) => left(other),
            look: 'desk-rest' as const,
          },
        ]
      : []),
    {
      title: isSearched ? 'Total of all rows' : 'Total',
      write: ({ sum, clocked }) =>
        clocked && clocks ? clocked(clocks.click_clock, 1) : sum(total),
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
