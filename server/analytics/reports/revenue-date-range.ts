import type { z } from 'zod';
import { changeOf } from '#contract/change.ts';
import { dayAt } from '#contract/period.ts';
import type { revenueRangeSchema } from '#contract/report.ts';
import type { Row } from '../ask.ts';

import { chosen, type Report } from './report.ts';
import { buckets, isPartial, placed } from './series.ts';
import { cents, sumOf } from './sums.ts';

/** Revenue of each day and up to it, beside the days it is compared with. */
export async function revenueDateRange(
  report: Report,
  firstEventAt: () => Promise<Date | null>,
): Promise<z.input<typeof revenueRangeSchema>> {
  const { ask, inquiry } = report;
  const { timezone, now, compared, period } = inquiry;
  const revenue = chosen(report).measure('revenue');
  const part = {
    measures: [revenue],
    granularity: 'day' as const,
    filters: [{ member: 'record', operator: 'equals' as const, values: ['conversion'] }],
  };
  const all = buckets(period, timezone, 'day');
  const others = compared ? buckets(compared.period, timezone, 'day') : [];
  const [rows, before, first] = await Promise.all([
    ask(part),
    compared ? ask({ ...part, window: compared.window }) : [],
    firstEventAt(),
  ]);
  const textOf = (row: Row | undefined) => row?.[revenue] ?? '0';
  const current = placed(all, rows, timezone, 'day').map(textOf);
  const previous = placed(others, before, timezone, 'day').map(textOf);
  const upTo = (texts: readonly string[], index: number) => cents(sumOf(texts.slice(0, index + 1)));
  const total = cents(sumOf(current));
  const previousTotal = compared ? cents(sumOf(previous)) : null;
  return {
    rows: all.map((bucket, index) => {
      const other = others[index];
      const isFuture = bucket.start > now;
      return {
        date: dayAt(bucket.start, timezone),
        revenue: isFuture ? null : cents(current[index] ?? '0'),
        cumulative: isFuture ? null : upTo(current, index),
        previous_date: other ? dayAt(other.start, timezone) : null,
        previous_revenue: other ? cents(previous[index] ?? '0') : null,
        previous_cumulative: other ? upTo(previous, index) : null,
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
