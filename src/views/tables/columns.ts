import type { Table, TableRow, TableSort } from '#contract/report.ts';
import { count, factor, money, percent } from '../parts/format.ts';

export type Column = {
  key: string;
  /** What the server can sort by; not everything shown. */
  sort: TableSort | null;
  title: string;
  write: (value: number | null) => string;
  of: (row: TableRow) => number | null;
  /** The same for the rows that add up; null where a sum would be a lie. */
  sum: (row: Table['total']) => number | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const revenue = {
  server: {
    key: 'server_revenue',
    sort: 'server_revenue',
    title: 'Revenue',
    write: money,
    of: (row) => row.server_revenue,
    sum: (row) => row.server_revenue,
  },
  browser: {
    key: 'browser_revenue',
    sort: 'browser_revenue',
    title: 'Revenue',
    write: money,
    of: (row) => row.browser_revenue,
    sum: (row) => row.browser_revenue,
  },
} satisfies Record<string, Column>;

const aov = {
  server: {
    key: 'server_aov',
    sort: 'server_aov',
    title: 'AOV',
    write: money,
    of: (row) => row.server_aov,
    sum: (row) => share(row.server_revenue, row.server_purchases),
  },
  browser: {
    key: 'browser_aov',
    sort: null,
    title: 'AOV',
    write: money,
    of: (row) => row.browser_aov,
    sum: (row) => share(row.browser_revenue, row.browser_purchases),
  },
} satisfies Record<string, Column>;

/** The columns of the conversion table, in reading order: traffic, result, money, efficiency. */
export const columnsOf = (side: 'server' | 'browser'): readonly Column[] => [
  {
    key: 'clicks',
    sort: 'clicks',
    title: 'Clicks',
    write: count,
    of: (row) => row.clicks,
    sum: (row) => row.clicks,
  },
  {
    key: 'conversions',
    sort: 'conversions',
    title: 'Conversions',
    write: count,
    of: (row) => row.conversions,
    sum: (row) => row.conversions,
  },
  {
    key: 'conversion_rate',
    sort: 'conversion_rate',
    title: 'Conv. rate',
    write: percent,
    of: (row) => row.conversion_rate,
    sum: () => null,
  },
  revenue[side],
  aov[side],
  {
    key: 'cost',
    sort: 'cost',
    title: 'Cost',
    write: money,
    of: (row) => row.cost,
    sum: (row) => row.cost,
  },
  {
    key: 'profit',
    sort: 'profit',
    title: 'Profit',
    write: money,
    of: (row) => row.profit,
    sum: (row) => revenue[side].sum(row) - row.cost - row.payout,
  },
  {
    key: 'roas',
    sort: 'roas',
    title: 'ROAS',
    write: factor,
    of: (row) => row.roas,
    sum: (row) => share(revenue[side].sum(row), row.cost),
  },
  {
    key: 'cpa',
    sort: 'cpa',
    title: 'CPA',
    write: money,
    of: (row) => row.cpa,
    sum: (row) => share(row.cost, row.conversions),
  },
  {
    key: 'epc',
    sort: 'epc',
    title: 'EPC',
    write: money,
    of: (row) => row.epc,
    sum: (row) => share(revenue[side].sum(row), row.clicks),
  },
];
