import { besideEachOther } from '#contract/beside.ts';
import type { Compared } from '#contract/comparison.ts';
import { bucketsOf, dayAt, granularityOf, type Period, windowOf } from '#contract/period.ts';
import type { Question } from '#contract/query.ts';
import type { GraphPoint } from '#contract/report.ts';
import type { Row } from './cube.ts';
import { amountIn } from './cube-figures.ts';
import type { Inquire } from './cube-inquiry.ts';
import { equals, measureOf, member } from './cube-members.ts';
import { days, instants } from './cube-span.ts';

const hour = 3_600_000;

/** One point for each hour of one local day, or for each day; what lies after now has no figures yet. */
export async function graphOver(
  ask: Inquire,
  question: Question,
  compared: Compared | null,
  now: number,
): Promise<GraphPoint[]> {
  const { period, timezone } = question;
  const granularity = granularityOf(period);
  const part = {
    measures: [measureOf('conversions', question), 'clicks', measureOf('revenue', question)],
    filters: [equals('record', ['click', 'conversion'])],
  };
  const rowsIn = async (some: Period) => {
    const series = seriesOf(some, timezone, granularity);
    return series.place(await ask({ ...part, span: series.span }));
  };
  const [current, before] = await Promise.all([
    rowsIn(period),
    compared ? rowsIn(compared.period) : [],
  ]);
  const end = windowOf(period, timezone).to.getTime();
  const { twins, lone } = besideEachOther(
    current.map(({ start }) => start),
    before.map(({ start }) => start),
    timezone,
    granularity,
  );
  return current.map(({ start, row }, index) => {
    const time = start.getTime();
    const next = current[index + 1]?.start.getTime() ?? end;
    const other = before[twins[index] ?? -1];
    const alone = (lone[index] ?? [])
      .flatMap((place) => before[place] ?? [])
      .map((hour) => ({
        date: hourAt(hour.start, timezone),
        start: hour.start.toISOString(),
        ...figuresIn(question, hour.row),
      }));
    return {
      date: granularity === 'hour' ? hourAt(start, timezone) : dayAt(start, timezone),
      start: start.toISOString(),
      ...(time > now ? none : figuresIn(question, row)),
      partial: time <= now && now < next,
      previous: other ? figuresIn(question, other.row) : null,
      ...(alone.length > 0 && { lone_previous: alone }),
    };
  });
}

const none = { conversion: null, clicks: null, revenue: null };

const figuresIn = (question: Question, row: Row | undefined) => ({
  conversion: amountIn(row, measureOf('conversions', question)),
  clicks: amountIn(row, 'clicks'),
  revenue: amountIn(row, measureOf('revenue', question)),
});

/**
 * How to ask for the buckets of a period, and which row belongs to which.
 *
 * Hours are asked for in universal time where they start there too: a local clock says the same hour twice on the
 * day it is set back. Where a zone is off by part of an hour, its own clock has to do.
 */
function seriesOf(period: Period, timezone: string, granularity: 'hour' | 'day') {
  const starts = bucketsOf(period, timezone, granularity);
  const isUniversal =
    granularity === 'hour' && starts.every((start) => start.getTime() % hour === 0);
  const labelOf = (start: Date): string => {
    if (isUniversal) return start.toISOString().slice(0, 13);
    return granularity === 'hour' ? wallHour(start, timezone) : dayAt(start, timezone);
  };
  return {
    span: isUniversal
      ? instants(windowOf(period, timezone), granularity)
      : days(period, timezone, granularity),
    place(rows: readonly Row[]) {
      const byLabel = new Map(
        rows.map((row) => [
          row[member(`hour.${granularity}`)]?.slice(0, labelLength(granularity)),
          row,
        ]),
      );
      return starts.map((start) => ({ start, row: byLabel.get(labelOf(start)) }));
    },
  };
}

/** How much of a bucket's name tells it apart: `2026-11-20T14` or `2026-11-20`. */
const labelLength = (granularity: 'hour' | 'day'): number => (granularity === 'hour' ? 13 : 10);

const wallHour = (start: Date, timezone: string): string =>
  `${dayAt(start, timezone)}T${String(hourAt(start, timezone)).padStart(2, '0')}`;

function hourAt(start: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone });
  return Number(clock.format(start));
}
