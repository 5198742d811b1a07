import { roundDecimal } from '#contract/decimal.ts';
import type { FunnelTrend } from '#contract/funnels/report.ts';
import { bucketsOf, dayAt } from '#contract/period.ts';
import { type DailyFigures, dailyFigures } from '../query/daily-figures.ts';
import { overall } from './figures.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

type Bucket = FunnelTrend['buckets'][number];

/** The people of the report by the day or week on which their attempt began. */
export async function funnelTrend(
  asked: RequestedFunnel,
  interval: FunnelTrend['interval'],
): Promise<FunnelTrend> {
  const { analytics, question, period, timezone, asOf: now } = asked;
  const figures = await dailyFigures(analytics.select, question, {
    now,
    timezone,
    interval,
    period,
  });
  return { interval, buckets: trendBuckets(asked, interval, figures) };
}

/** The buckets of the period, those without people too. */
export function trendBuckets(
  { definition, period, timezone, places, isPaid }: RequestedFunnel,
  interval: FunnelTrend['interval'],
  figures: readonly DailyFigures[],
): Bucket[] {
  const byDay = new Map(figures.map((one) => [one.day, one]));
  return bucketsOf(period, timezone, interval).map((start) => {
    const day = dayAt(start, timezone);
    const found = byDay.get(day);
    const reached = found?.reached ?? definition.steps.map(() => 0);
    return {
      day,
      ...overall(definition, reached),
      reached: [...reached],
      open: found?.open ?? 0,
      revenue: isPaid ? roundDecimal(found?.revenue ?? '0', places) : null,
    };
  });
}
