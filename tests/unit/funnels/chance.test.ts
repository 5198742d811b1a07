import { expect, it } from 'vitest';
import { differenceByChance, wilson } from '#server/funnels/report/chance.ts';

it('bounds a share by Wilson, 80 %', () => {
  const [low, high] = wilson(4_200, 10_000) ?? [];
  expect(low).toBeCloseTo(0.413_688, 6);
  expect(high).toBeCloseTo(0.426_338, 6);
});

it.each([
  [0, 10],
  [10, 10],
])('keeps the bounds of %i of %i within 0 and 1', (came, of) => {
  const [low = -1, high = 2] = wilson(came, of) ?? [];
  expect(low).toBeGreaterThanOrEqual(0);
  expect(high).toBeLessThanOrEqual(1);
  expect(low).toBeLessThan(high);
});

it('knows no bounds of nothing', () => {
  expect(wilson(0, 0)).toBeNull();
});

it('tells how likely a difference is by chance', () => {
  // z = 1.6006 by the pooled share, twice the tail of the normal distribution beyond it.
  expect(differenceByChance({ came: 540, of: 10_000 }, { came: 490, of: 10_000 })).toBeCloseTo(
    0.1095,
    3,
  );
  expect(differenceByChance({ came: 5, of: 10 }, { came: 5, of: 10 })).toBe(1);
  expect(differenceByChance({ came: 0, of: 10 }, { came: 0, of: 10 })).toBeNull();
  expect(differenceByChance({ came: 1, of: 10 }, { came: 0, of: 0 })).toBeNull();
});
