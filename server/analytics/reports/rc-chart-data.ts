import { besideEachOther } from '#contract/beside.ts';
import type { GraphPoint } from '#contract/report.ts';
import type { Row } from '../ask.ts';
import { amountIn } from '../figures.ts';
import { settledIn } from './evidence.ts';
import { chosen, type Report } from './report.ts';
import { buckets, hourOf, isPartial, labelOf, placed } from './series.ts';

/** One point for each hour of one local day, or for each day; what lies after now has no figures yet. */
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
  const [rows, before, recent] = await Promise.all([
    ask(part),
    compared ? ask({ ...part, window: wholeOf(others) }) : [],
    report.gathering?.recent({ granularity }),
  ]);
  const current = placed(all, rows, timezone, granularity);
  const previous = placed(others, before, timezone, granularity);
  const figuresOf = (row: Row | undefined) => ({
    conversion: amount(row, 'conversions'),
    clicks: amountIn(model, row, 'clicks'),
    revenue: amount(row, 'revenue'),
  });
  const young = placed(all, recent ?? [], timezone, granularity);
  const settled = (row: Row | undefined, index: number) =>
    settledIn(Number(row?.clicks ?? 0), recent ? [young[index]] : null);
  const { twins, lone } = besideEachOther(
    all.map(({ start }) => start),
    others.map(({ start }) => start),
    timezone,
    granularity,
  );
  const aloneAt = (other: number) => {
    const start = others[other]?.start;
    if (!start) return [];
    const date = hourOf(start, timezone);
    return [{ date, start: start.toISOString(), ...figuresOf(previous[other]) }];
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
      ...(alone.length > 0 && { lone_previous: alone }),
    };
  });
}

const wholeOf = (all: readonly { start: Date; end: Date }[]) => ({
  from: all[0]?.start ?? new Date(0),
  to: all.at(-1)?.end ?? new Date(0),
});
