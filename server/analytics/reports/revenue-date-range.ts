import type { z } from 'zod';
import { alignBuckets } from '#contract/analytics/align-buckets.ts';
import { addsUp } from '#contract/analytics/attribution.ts';
import { changeOf } from '#contract/analytics/ratios.ts';
import type { revenueRangeSchema } from '#contract/analytics/report.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { dayAt, windowOf } from '#contract/period.ts';
import type { Row } from '../compiler/result-row.ts';
import { comparedUpTo } from './compared-up-to.ts';
import { sumOf } from './exact-sums.ts';
import { chosenMeasures, type Report } from './report.ts';
import { runEachWindow } from './run-windows.ts';
import { type Bucket, buckets, isPartial, labelOf, placed } from './series.ts';

/**
 * Revenue of each hour of one day or of each day of several, and cumulated, beside the whole compared period. The
 * totals compare as much of that period as has passed of this one.
 */
export async function revenueDateRange(
  report: Report,
  firstEventAt: () => Promise<Date | null>,
): Promise<z.input<typeof revenueRangeSchema>> {
  const { runQuery, resolved } = report;
  const { timezone, now, compared, period, granularity, window, attribution } = resolved;
  const shown = (text: string) => roundDecimal(text, resolved.moneyPlaces);
  const revenue = chosenMeasures(report).measure('revenue');
  const part = {
    measures: [revenue],
    filters: [{ member: 'record', operator: 'equals' as const, values: ['conversion'] }],
  };
  const all = buckets(period, timezone, granularity);
  const others = compared ? buckets(compared.period, timezone, granularity) : [];
  const isAdded = addsUp(attribution.model);
  const windows = compared
    ? [window, windowOf(compared.period, timezone), ...(isAdded ? [compared.window] : [])]
    : [window];
  const [[rows = [], before = [], within], apart, first] = await Promise.all([
    runEachWindow(report, { ...part, granularity }, windows),
    compared && !isAdded ? runQuery({ ...part, window: compared.window }) : [],
    firstEventAt(),
  ]);
  const textOf = (row: Row | undefined) => row?.[revenue] ?? '0';
  const current = placed(all, rows, timezone, granularity).map(textOf);
  const previous = placed(others, before, timezone, granularity).map(textOf);
  const upTo = (texts: readonly string[], index: number) => shown(sumOf(texts.slice(0, index + 1)));
  const daysOf = (some: readonly Bucket[]) => some.map(({ start }) => dayAt(start, timezone));
  const { twins } = alignBuckets(
    all.map(({ start }) => start),
    others.map(({ start }) => start),
    timezone,
    granularity,
  );
  const added = granularity === 'day' ? comparedUpTo(daysOf(all), daysOf(others), twins) : twins;
  const total = shown(sumOf(current));
  const previousTotal = compared ? shown(sumOf((within ?? apart).map(textOf))) : null;
  return {
    rows: all.map((bucket, index) => {
      const twin = twins[index] ?? -1;
      const other = others[twin];
      const last = added[index] ?? null;
      const isFuture = bucket.start > now;
      return {
        date: labelOf(bucket, timezone, granularity),
        start: bucket.start.toISOString(),
        revenue: isFuture ? null : shown(current[index] ?? '0'),
        cumulative: isFuture ? null : upTo(current, index),
        previous_date: other ? labelOf(other, timezone, granularity) : null,
        previous_revenue: other ? shown(previous[twin] ?? '0') : null,
        previous_cumulative: last === null ? null : upTo(previous, last),
        partial: isPartial(bucket, now),
      };
    }),
    total: {
      revenue: total,
      previous_revenue: previousTotal,
      change: changeOf(total, previousTotal),
    },
    first_event_at: first?.toISOString() ?? null,
  };
}
