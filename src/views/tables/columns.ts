import type { Table, TableRow, TableSort } from '#contract/report.ts';
import { count, factor, money, percent } from '../parts/format.ts';

export type Column = {
  key: TableSort;
  title: string;
  write: (value: number | null) => string;
  of: (row: TableRow) => number | null;
  /** The same for the rows that add up; null where a sum would be a lie. */
  sum: (row: Table['total']) => number | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The columns of the conversion table, in reading order: traffic, result, money, efficiency. */
export const columns: readonly Column[] = [
  {
    key: 'clicks',
    title: 'Clicks',
    write: count,
    of: (row) => row.clicks,
    sum: (row) => row.clicks,
  },
  {
    key: 'conversions',
    title: 'Conversions',
    write: count,
    of: (row) => row.conversions,
    sum: (row) => row.conversions,
  },
  {
    key: 'conversion_rate',
    title: 'Conv. rate',
    write: percent,
    of: (row) => row.conversion_rate,
    sum: () => null,
  },
  {
    key: 'server_revenue',
    title: 'Revenue',
    write: money,
    of: (row) => row.server_revenue,
    sum: (row) => row.server_revenue,
  },
  {
    key: 'server_aov',
    title: 'AOV',
    write: money,
    of: (row) => row.server_aov,
    sum: (row) => share(row.server_revenue, row.server_purchases),
  },
  {
    key: 'cost',
    title: 'Cost',
    write: money,
    of: (row) => row.cost,
    sum: (row) => row.cost,
  },
  {
    key: 'profit',
    title: 'Profit',
    write: money,
    of: (row) => row.profit,
    sum: (row) => row.server_revenue - row.cost - row.payout,
  },
  {
    key: 'roas',
    title: 'ROAS',
    write: factor,
    of: (row) => row.roas,
    sum: (row) => share(row.server_revenue, row.cost),
  },
  {
    key: 'cpa',
    title: 'CPA',
    write: money,
    of: (row) => row.cpa,
    sum: (row) => share(row.cost, row.conversions),
  },
  {
    key: 'epc',
    title: 'EPC',
    write: money,
    of: (row) => row.epc,
    sum: (row) => share(row.server_revenue, row.clicks),
  },
];
