import { expect, it } from 'vitest';
import { changeOf, shareOf } from '#contract/analytics/ratios.ts';

it.each([
  [shareOf(4, 53), 0.0754717],
  [shareOf(105, 1_579), 0.06649778],
  [shareOf(1, 3_000_000), 0.00000033],
  [shareOf(-2, 3), -0.66666667],
  [shareOf(24_691_357, 200_000_000), 0.12345679],
  [shareOf(1, 0), null],
  [changeOf(7, 3), 1.33333333],
  [changeOf(0.1, 0.3), -0.66666667],
  [changeOf(1, -3), 1.33333333],
  [changeOf(54.98, 51.2), 0.07382813],
  [changeOf(1, 0), null],
])('a share or change has eight places: %d', (found, expected) => {
  expect(found).toBe(expected);
});
