import poissonCdf from '@stdlib/stats-base-dists-poisson-cdf';
import type { CapMetric } from '#contract/offers/caps.ts';
import type { UsualRates } from '../../database/payloads/usual-rates.ts';
import { hourOfWeek } from './usual-rates.ts';

const HOUR = 3_600_000;
/** How far ahead a cap without an end is looked at. */
const furthest = 28 * 24 * HOUR;

/** The chance that at least so much more comes where `expected` is expected. */
export function chanceOfAtLeast(left: number, expected: number): number {
  if (left <= 0) return 1;
  if (expected <= 0) return 0;
  return 1 - poissonCdf(Math.ceil(left) - 1, expected);
}

export type Forecast = { fullAt: number | null; pFull: number | null };

type Asked = {
  metric: CapMetric;
  left: number;
  now: number;
  /** When the period of the cap ends; null for a total. */
  until: number | null;
};

/** When a cap fills up at the usual rate of the coming hours, and how likely before it resets. */
export function forecast(rates: UsualRates, { metric, left, now, until }: Asked): Forecast {
  if (rates.week.length === 0) return { fullAt: null, pFull: null };
  if (left <= 0) return { fullAt: null, pFull: 1 };
  const end = until ?? now + furthest;
  let expected = 0;
  let fullAt: number | null = null;
  for (let at = now; at < end; ) {
    const next = Math.min((Math.floor(at / HOUR) + 1) * HOUR, end);
    const rate = rates.week[hourOfWeek(at, rates.timezone)]?.[metric] ?? 0;
    const more = (rate * (next - at)) / HOUR;
    if (fullAt === null && more > 0 && expected + more >= left) {
      fullAt = at + ((left - expected) / more) * (next - at);
    }
    expected += more;
    at = next;
  }
  const pFull =
    until === null
      ? null
      : chanceOfAtLeast(left / sizeOf(rates, metric), expected / sizeOf(rates, metric));
  return { fullAt, pFull };
}

/** How much one conversion adds to a cap on money, on average: money comes in pieces, and pieces are what varies. */
function sizeOf({ week }: UsualRates, metric: CapMetric): number {
  if (metric === 'clicks' || metric === 'conversions') return 1;
  const conversions = week.reduce((sum, hour) => sum + hour.conversions, 0);
  const money = week.reduce((sum, hour) => sum + hour[metric], 0);
  return conversions > 0 && money > 0 ? money / conversions : 1;
}
