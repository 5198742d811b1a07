import { expect, it } from 'vitest';
import { withKnownCosts } from '#server/analytics/export/known-costs.ts';

const line = (cost: number, before: number) => ({
  cost,
  profit: 80,
  previous: { cost: before, profit: 100 },
  change: { cost: null, profit: -0.2 },
});

it('compares profits after costs', () => {
  expect(withKnownCosts(line(20, 30))).toMatchObject({
    profit: 80,
    previous: { profit: 100 },
    change: { profit: -0.2 },
  });
});

it('has no previous profit without its cost, beside a profit with one', () => {
  expect(withKnownCosts(line(20, 0))).toMatchObject({
    profit: 80,
    previous: { profit: null },
    change: { profit: null },
  });
});

it('does not compare a profit before costs with one after', () => {
  expect(withKnownCosts(line(0, 30))).toMatchObject({
    profit: 80,
    previous: { profit: 100 },
    change: { profit: null },
  });
});

it('compares profits where neither period has a cost', () => {
  expect(withKnownCosts(line(0, 0))).toMatchObject({
    profit: 80,
    previous: { profit: 100 },
    change: { profit: -0.2 },
  });
});
