import { alignBuckets } from '#contract/analytics/align-buckets.ts';
import { countedOf } from '#contract/analytics/comparison.ts';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Row } from '../compiler/result-row.ts';
import { chosen, type Report } from './report.ts';
import { settledIn } from './report-evidence.ts';
import { type Bucket, buckets, hourOf, isPartial, labelOf, placed } from './series.ts';
import { askEach } from './windows.ts';

/**
 * One point for each hour of one local day, or for each day; what lies after now has no figures yet. Each stands beside
 * a whole one; where the comparison ends in that or before it, what it counts of it is told apart.
 */
export async function rcChartData(report: Report): Promise<GraphPoint[]> {
  const { ask, inquiry, model } = report;
  const { granularity, timezone, now, compared, period } = inquiry;
  const { measure, amount } = chosen(report);
  const part = {
    measures: [measure('conversions'), 'clicks', measure('revenue')],
    granularity,
    filters: [{ member: 'record', operator: 'equals' as const, values: ['click', 'conversion'] }],
  };
  const all = buckets(period, timezone, granularity);
  const others = compared ? buckets(compared.period, timezone, granularity) : [];
  const cut = others.find((one) => compared && countedOf(one, compared) === 'some');
  const windows = compared && [
    wholeOf(others),
    ...(cut ? [{ from: cut.start, to: compared.window.to }] : []),
  ];
  const [rows, [before = [], [within] = []], recent] = await Promise.all([
    ask(part),
    windows ? askEach(report, part, windows) : [],
    report.gathering?.recent({ granularity }),
  ]);
  const current = placed(all, rows, timezone, granularity);
  const previous = placed(others, before, timezone, granularity);
  const figuresOf = (row: Row | undefined) => ({
    conversion: amount(row, 'conversions'),
    clicks: amountIn(model, row, 'clicks'),
    revenue: amount(row, 'revenue'),
  });
  const soFar = (other: Bucket | undefined) => {
    if (!other || !compared || countedOf(other, compared) === 'all') return {};
    return { previous_so_far: figuresOf(other === cut ? within : undefined) };
  };
  const young = placed(all, recent ?? [], timezone, granularity);
  const settled = (row: Row | undefined, index: number) =>
    settledIn(Number(row?.clicks ?? 0), recent ? [young[index]] : null);
  const { twins, lone } = alignBuckets(
    all.map(({ start }) => start),
    others.map(({ start }) => start),
    timezone,
    granularity,
  );
  const aloneAt = (other: number) => {
    const hour = others[other];
    if (!hour) return [];
    const place = { date: hourOf(hour.start, timezone), start: hour.start.toISOString() };
    return [{ ...place, ...figuresOf(previous[other]), ...soFar(hour) }];
  };
  const none = { conversion: null, clicks: null, revenue: null };
  return all.map((bucket, index) => {
    const twin = twins[index] ?? null;
    const alone = (lone[index] ?? []).flatMap(aloneAt);
    return {
      date: labelOf(bucket, timezone, granularity),
      start: bucket.start.toISOString(),
      ...(bucket.start > now ? none : figuresOf(current[index])),
      partial: isPartial(bucket, now),
      ...(report.gathering && { settled: settled(current[index], index) }),
      previous: twin === null ? null : figuresOf(previous[twin]),
      ...soFar(others[twin ?? -1]),
      ...(alone.length > 0 && { lone_previous: alone }),
    };
  });
}

const wholeOf = (all: readonly { start: Date; end: Date }[]) => ({
  from: all[0]?.start ?? new Date(0),
  to: all.at(-1)?.end ?? new Date(0),
});
