import { alignBuckets } from '#contract/analytics/align-buckets.ts';
import { comparedPart } from '#contract/analytics/comparison.ts';
import { costHidingFact } from '#contract/analytics/known-cost.ts';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { amountIn } from '../compiler/figure-values.ts';
import { leavesOf } from '../compiler/predicates.ts';
import type { Row } from '../compiler/result-row.ts';
import { chosenMeasures, type Report } from './report.ts';
import { settledShare } from './report-evidence.ts';
import { runEachWindow } from './run-windows.ts';
import { type Bucket, buckets, hourOf, isPartial, labelOf, placed } from './series.ts';

/**
 * One point for each hour of a day, or for each day; points after now have no figures yet. Each has its counterpart of
 * the compared period; the point in which the comparison ends also tells the part that is compared.
 */
export async function rcChartData(report: Report): Promise<GraphPoint[]> {
  const { runQuery, resolved } = report;
  const { granularity, timezone, now, compared, period } = resolved;
  const { measure, amount } = chosenMeasures(report);
  const isCostKnown =
    granularity === 'day' &&
    costHidingFact(resolved.filters.flatMap(leavesOf).map(({ member: name }) => ({ name }))) ===
      null;
  const cost = isCostKnown ? ['cost'] : [];
  const part = {
    measures: [measure('conversions'), 'clicks', measure('revenue'), ...cost],
    granularity,
    filters: [
      { member: 'record', operator: 'equals' as const, values: ['click', 'conversion', ...cost] },
    ],
  };
  const all = buckets(period, timezone, granularity);
  const others = compared ? buckets(compared.period, timezone, granularity) : [];
  const cut = others.find((one) => compared && comparedPart(one, compared) === 'some');
  const windows = compared && [
    spanOf(others),
    ...(cut ? [{ from: cut.start, to: compared.window.to }] : []),
  ];
  const [rows, [before = [], [within] = []], recent] = await Promise.all([
    runQuery(part),
    windows ? runEachWindow(report, part, windows) : [],
    report.evidenceQuery?.recent({ granularity }),
  ]);
  const current = placed(all, rows, timezone, granularity);
  const previous = placed(others, before, timezone, granularity);
  const figuresOf = (row: Row | undefined) => ({
    conversion: amount(row, 'conversions'),
    clicks: amountIn(report, row, 'clicks'),
    revenue: amount(row, 'revenue'),
    cost: isCostKnown ? amountIn(report, row, 'cost') || null : null,
  });
  const soFar = (other: Bucket | undefined) => {
    if (!other || !compared || comparedPart(other, compared) === 'all') return {};
    // A part of a day has no cost of its own.
    return { previous_so_far: { ...figuresOf(other === cut ? within : undefined), cost: null } };
  };
  const young = placed(all, recent ?? [], timezone, granularity);
  const settled = (row: Row | undefined, index: number) =>
    settledShare(Number(row?.clicks ?? 0), recent ? [young[index]] : null);
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
  const none = { conversion: null, clicks: null, revenue: null, cost: null };
  return all.map((bucket, index) => {
    const twin = twins[index] ?? null;
    const alone = (lone[index] ?? []).flatMap(aloneAt);
    return {
      date: labelOf(bucket, timezone, granularity),
      start: bucket.start.toISOString(),
      ...(bucket.start > now ? none : figuresOf(current[index])),
      partial: isPartial(bucket, now),
      ...(report.evidenceQuery && { settled: settled(current[index], index) }),
      previous: twin === null ? null : figuresOf(previous[twin]),
      ...soFar(others[twin ?? -1]),
      ...(alone.length > 0 && { lone_previous: alone }),
    };
  });
}

const spanOf = (all: readonly { start: Date; end: Date }[]) => ({
  from: all[0]?.start ?? new Date(0),
  to: all.at(-1)?.end ?? new Date(0),
});
