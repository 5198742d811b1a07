import { alignBuckets } from '#contract/analytics/align-buckets.ts';
import { type ComparedPeriod, comparedPart } from '#contract/analytics/comparison.ts';
import { costHidingFilter } from '#contract/analytics/known-cost.ts';
import type { GraphPoint } from '#contract/analytics/report.ts';
import {
  bucketsOf,
  dayAt,
  granularityOf,
  type Period,
  type Window,
  wallTime,
  windowOf,
} from '#contract/period.ts';
import type { Question } from '#model/query.ts';
import type { Row } from './client.ts';
import { equals, measureOf, member } from './cube-members.ts';
import { figuresOf } from './figures.ts';
import type { RunQuery } from './query-runner.ts';
import { days, instants } from './span.ts';

const hour = 3_600_000;

/** One point per hour of a single local day, otherwise one per day. Points in the future have no figures. */
export async function queryGraph(
  runQuery: RunQuery,
  question: Question,
  compared: ComparedPeriod | null,
  now: number,
): Promise<GraphPoint[]> {
  const { period, timezone } = question;
  const granularity = granularityOf(period);
  const { filters, countries, offerIds } = question;
  const hidden = costHidingFilter({ ...filters, country: countries, offer_id: offerIds });
  const cost = granularity === 'day' && hidden === null ? ['cost'] : [];
  const part = {
    measures: [
      measureOf('conversions', question),
      'clicks',
      measureOf('revenue', question),
      ...cost,
    ],
    filters: [equals('record', ['click', 'conversion', ...cost])],
  };
  const others = compared ? intervalsOf(compared.period, timezone, granularity) : [];
  const cut = others.find((one) => compared && comparedPart(one, compared) === 'some');
  const periods = compared ? [period, compared.period] : [period];
  const series = seriesOf(periods, timezone, granularity);
  const begun = compared && cut ? { from: cut.start, to: compared.window.to } : null;
  const [[rows = [], earlier = [], shared], apart] = await Promise.all([
    runQuery({ ...part, span: series.spanWith(begun) }),
    begun && !series.isUniversal ? runQuery({ ...part, span: instants([begun]) }) : null,
  ]);
  const current = series.place(rows, period);
  const before = compared ? series.place(earlier, compared.period) : [];
  const [within] = shared ?? apart?.[0] ?? [];
  const soFar = (place: number) => {
    const other = others[place];
    if (!other || !compared || comparedPart(other, compared) === 'all') return {};
    const part = figuresIn(question, other === cut ? within : undefined);
    return { previous_so_far: { ...part, cost: null } };
  };
  const end = windowOf(period, timezone).to.getTime();
  const { twins, lone } = alignBuckets(
    current.map(({ start }) => start),
    before.map(({ start }) => start),
    timezone,
    granularity,
  );
  return current.map(({ start, row }, index) => {
    const time = start.getTime();
    const next = current[index + 1]?.start.getTime() ?? end;
    const twin = twins[index] ?? -1;
    const other = before[twin];
    const alone = (lone[index] ?? []).flatMap((place) => {
      const hour = before[place];
      if (!hour) return [];
      const at = { date: hourAt(hour.start, timezone), start: hour.start.toISOString() };
      return [{ ...at, ...figuresIn(question, hour.row), ...soFar(place) }];
    });
    return {
      date: granularity === 'hour' ? hourAt(start, timezone) : dayAt(start, timezone),
      start: start.toISOString(),
      ...(time > now ? none : figuresIn(question, row)),
      partial: time <= now && now < next,
      previous: other ? figuresIn(question, other.row) : null,
      ...soFar(twin),
      ...(alone.length > 0 && { lone_previous: alone }),
    };
  });
}

function intervalsOf(period: Period, timezone: string, granularity: 'hour' | 'day') {
  const starts = bucketsOf(period, timezone, granularity);
  const { to } = windowOf(period, timezone);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? to }));
}

const none = { conversion: null, clicks: null, revenue: null, cost: null };

function figuresIn(question: Question, row: Row | undefined) {
  const { amountIn } = figuresOf(question);
  return {
    conversion: amountIn(row, measureOf('conversions', question)),
    clicks: amountIn(row, 'clicks'),
    revenue: amountIn(row, measureOf('revenue', question)),
    cost: amountIn(row, 'cost') || null,
  };
}

/**
 * Builds the query for the buckets of periods, and assigns its rows to the buckets.
 *
 * Hours are queried in UTC where local hours start on UTC hours, because a local clock repeats an hour when it is set
 * back. Zones with an offset of part of an hour are queried in local time; the compared part of an unfinished hour then
 * needs a query of its own.
 */
function seriesOf(periods: readonly Period[], timezone: string, granularity: 'hour' | 'day') {
  const startsOf = (period: Period) => bucketsOf(period, timezone, granularity);
  const isUniversal =
    granularity === 'hour' &&
    periods.flatMap(startsOf).every((start) => start.getTime() % hour === 0);
  const labelOf = (start: Date): string => {
    if (isUniversal) return start.toISOString().slice(0, 13);
    return granularity === 'hour' ? wallHour(start, timezone) : dayAt(start, timezone);
  };
  return {
    isUniversal,
    spanWith(begun: Window | null) {
      if (!isUniversal) return days(periods, timezone, granularity);
      const windows = periods.map((period) => windowOf(period, timezone));
      return instants(begun ? [...windows, begun] : windows, granularity);
    },
    place(rows: readonly Row[], period: Period) {
      const byLabel = new Map(
        rows.map((row) => [
          row[member(`hour.${granularity}`)]?.slice(0, labelLength(granularity)),
          row,
        ]),
      );
      return startsOf(period).map((start) => ({ start, row: byLabel.get(labelOf(start)) }));
    },
  };
}

/** The length of the prefix that identifies a bucket: `2026-11-20T14` or `2026-11-20`. */
const labelLength = (granularity: 'hour' | 'day'): number => (granularity === 'hour' ? 13 : 10);

const wallHour = (start: Date, timezone: string): string => wallTime(start, timezone).slice(0, 13);

const hourAt = (start: Date, timezone: string): number =>
  Number(wallTime(start, timezone).slice(11, 13));
