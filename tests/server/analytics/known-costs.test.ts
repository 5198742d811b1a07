import { expect, it } from 'vitest';
import { withKnownCosts } from '#server/analytics/export/known-costs.ts';

const line = (cost: number, before: number) => ({
  cost,
  profit: 80,
  previous: { cost: before, profit: 100 },
  change: { cost: null, profit: -0.2 },
});

it('compares what is left after costs with what was left after costs', () => {
  expect(withKnownCosts(line(20, 30))).toMatchObject({
    profit: 80,
    previous: { profit: 100 },
    change: { profit: -0.2 },
  });
});

it('knows nothing left of a period before whose cost has not come in, beside one that has', () => {
  expect(withKnownCosts(line(20, 0))).toMatchObject({
    profit: 80,
    previous: { profit: null },
    change: { profit: null },
  });
});

it('compares nothing left before a cost with what was left after one', () => {
  expect(withKnownCosts(line(0, 30))).toMatchObject({
    profit: 80,
    previous: { profit: 100 },
    change: { profit: null },
  });
});

it('compares on one footing where no cost comes in at all', () => {
  expect(withKnownCosts(line(0, 0))).toMatchObject({
    profit: 80,
    previous: { profit: 100 },
    change: { profit: -0.2 },
  });
});
