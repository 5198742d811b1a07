import { expect, it } from 'vitest';
import { isEmptyReport } from '#services/dashboard/empty-reason.ts';
import { table } from '../../support/samples.ts';

const nothing = {
  ...table,
  rows: [],
  total: { ...table.total, conversions: 0, clicks: 0, server_revenue: 0, cost: 0 },
};

it('calls no table empty whose conversions only browsers reported', () => {
  const silent = { ...nothing.total, browser_purchases: 0 };
  expect(isEmptyReport.table({ ...nothing, total: silent })).toBe(true);
  expect(isEmptyReport.table({ ...nothing, total: { ...silent, browser_purchases: 1 } })).toBe(
    false,
  );
});
