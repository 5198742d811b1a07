import type { Sample } from '#server/analytics/evidence/posterior.ts';
import { type Random, seededRandom } from '../../../torture/support/seeded-random.ts';

/** People who click, of whom some buy, with a known rate and known values. */
export type Distribution = { rate: number; median: number; spread: number };

export const meanValue = ({ median, spread }: Distribution): number =>
  median * Math.exp(spread ** 2 / 2);

const meanSquare = ({ median, spread }: Distribution): number =>
  median ** 2 * Math.exp(2 * spread ** 2);

/** Values of orders are lognormal. */
const valueIn = ({ median, spread }: Distribution, random: Random): number =>
  median * Math.exp(spread * normal(random));

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

export function valuesOf(shop: Distribution, clicks: number, random: Random): number[] {
  const values: number[] = [];
  for (let click = 0; click < clicks; click += 1) {
    if (random.next() < shop.rate) values.push(valueIn(shop, random));
  }
  return values;
}

export const sampleOf = (clicks: number, values: readonly number[]): Sample => ({
  clicks,
  conversions: values.length,
  revenue: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value ** 2, 0),
});

/** The expected value of a large total. */
export function expectedIn(shop: Distribution, clicks: number): Sample {
  const conversions = clicks * shop.rate;
  return {
    clicks,
    conversions,
    revenue: conversions * meanValue(shop),
    squares: conversions * meanSquare(shop),
  };
}

/** The share of repetitions in which a condition is true. */
export function shareOfRuns(runs: number, holds: (random: Random) => boolean): number {
  const random = seededRandom(20_261_120);
  let held = 0;
  for (let run = 0; run < runs; run += 1) held += holds(random) ? 1 : 0;
  return held / runs;
}
