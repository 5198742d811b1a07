import type { Sample } from '#server/analytics/evidence/posterior.ts';
import { type Chance, chanceOf } from '../../../torture/support/chance.ts';

/** People who click, of whom some buy, with a known rate and known values. */
export type Shop = { rate: number; median: number; spread: number };

export const meanValue = ({ median, spread }: Shop): number => median * Math.exp(spread ** 2 / 2);

const meanSquare = ({ median, spread }: Shop): number => median ** 2 * Math.exp(2 * spread ** 2);

/** Values of orders are lognormal. */
const valueIn = ({ median, spread }: Shop, chance: Chance): number =>
  median * Math.exp(spread * normal(chance));

function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
}

export function valuesOf(shop: Shop, clicks: number, chance: Chance): number[] {
  const values: number[] = [];
  for (let click = 0; click < clicks; click += 1) {
    if (chance.next() < shop.rate) values.push(valueIn(shop, chance));
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
export function expectedIn(shop: Shop, clicks: number): Sample {
  const conversions = clicks * shop.rate;
  return {
    clicks,
    conversions,
    revenue: conversions * meanValue(shop),
    squares: conversions * meanSquare(shop),
  };
}

/** In how many of so many repetitions a condition is true. */
export function shareOfRuns(runs: number, holds: (chance: Chance) => boolean): number {
  const chance = chanceOf(20_261_120);
  let held = 0;
  for (let run = 0; run < runs; run += 1) held += holds(chance) ? 1 : 0;
  return held / runs;
}
