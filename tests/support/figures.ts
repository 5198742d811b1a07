import type { FigureRow, FigureRows } from '#contract/analytics/figure-rows.ts';
import type { FigureListPage } from '#model/figure-rows.ts';

const sale: FigureRow = {
  kind: 'conversion',
  id: 'cv_1041',
  project_id: 7,
  time: '2026-11-20T19:59:00.000Z',
  side: 'server',
  label: '1041',
  affid: '1001',
  affiliate_name: 'Northstar Media',
  campaign_id: '238401',
  campaign_label: 'BF prospecting',
  country: 'US',
  credit: '1',
  events: 1,
  amount: '129.9',
};

const revenue: FigureRows = {
  figure: {
    name: 'server_revenue',
    title: 'Server revenue',
    description: 'Value of the conversions the server reported.',
    formula: 'sum of values, server side',
    unit: 'currency',
    additive: true,
    value: '180.4',
  },
  adds: 'amounts',
  parts: [],
  window: {
    from: '2026-11-20T05:00:00.000Z',
    to: '2026-11-21T05:00:00.000Z',
    timezone: 'America/New_York',
  },
  filters: [
    { name: 'project_id', title: 'Project', only: true, values: ['Acme'] },
    { name: 'country', title: 'Country', only: false, values: ['France'] },
  ],
  rows: [sale],
  next_cursor: 'further',
  total_rows: 2,
  sum: '180.4',
  excluded: [
    { reason: 'test', rows: 1, events: 1, value: null },
    { reason: 'duplicate', rows: 1, events: 2, value: '40' },
  ],
};

const listed = (found: FigureRows): FigureListPage => ({
  found,
  currency: 'USD',
  rows: found.rows.map((row, index) => ({ id: `${row.id}:${index}`, row })),
  next: found.next_cursor,
});

export const figurePage = listed(revenue);

/** The last page of its rows. */
export const lastRows = listed({
  ...revenue,
  rows: [{ ...sale, kind: 'correction', id: 'a_5', label: null, amount: '50.5' }],
  next_cursor: null,
});

export const noRows = listed({
  ...revenue,
  figure: { ...revenue.figure, value: '0' },
  rows: [],
  next_cursor: null,
  total_rows: 0,
  sum: '0',
});

/** A ratio, which is explained by its parts. */
export const ratio = listed({
  ...revenue,
  figure: {
    name: 'roas',
    title: 'Return on ad spend',
    description: 'Revenue for each unit of cost.',
    formula: 'server_revenue / cost',
    unit: 'ratio',
    additive: false,
    value: '2.255',
  },
  adds: 'parts',
  parts: [
    { name: 'server_revenue', title: 'Server revenue', unit: 'currency', value: '180.4' },
    { name: 'cost', title: 'Cost', unit: 'currency', value: '80' },
  ],
  rows: [],
  next_cursor: null,
  total_rows: 0,
  sum: null,
  excluded: [],
});
