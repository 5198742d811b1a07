import { Decimal } from 'decimal.js';
import type { Definition, EventFilter } from '#contract/funnels/definition.ts';
import {
  type FunnelBreakdown,
  type FunnelPeopleQuery,
  funnelPeopleQuerySchema,
  funnelReportQuerySchema,
} from '#contract/funnels/report.ts';
import { dayAt, type Period, windowOf } from '#contract/period.ts';
import type { AnalyticsReader } from '#server/analytics/runner/analytics-reader.ts';
import { allFunnelPeople, funnelPeople } from '#server/funnels/report/funnel-people.ts';
import { funnelReport, periodBefore } from '#server/funnels/report/funnel-report.ts';
import { funnelTrend } from '#server/funnels/report/funnel-trend.ts';
import { listFigures } from '#server/funnels/report/list-figures.ts';
import type { RequestedFunnel } from '#server/funnels/report/requested-funnel.ts';
import { timeToConvert } from '#server/funnels/report/time-to-convert.ts';
import { type Followed, type FunnelData, followFunnel } from '#tests/support/reference/funnels.ts';
import { primary } from './random-funnels.ts';

export type Asking = {
  project: number;
  definition: Definition;
  period: Period;
  affids: readonly string[] | null;
  filters: readonly EventFilter[];
  asOf: Date;
  by: Extract<FunnelBreakdown, 'country' | 'campaign_id' | 'affid'>;
};

const zone = 'America/New_York';
const minute = 60_000;

function askedOf(analytics: AnalyticsReader, asking: Asking): RequestedFunnel {
  const { project, definition, period, affids, filters, asOf } = asking;
  return {
    funnel: {
      id: 'funnel',
      projectId: project,
      slug: 'funnel',
      name: 'Funnel',
      status: 'active',
      isDefault: false,
      targets: { overall_rate: null, cpa: null },
      version: 1,
    },
    definition,
    scope: {
      id: project,
      name: 'Acme',
      slug: 'acme',
      timezone: zone,
      currency: 'USD',
      affids,
      visibleAffids: affids,
    },
    analytics,
    question: {
      project,
      primary,
      definition,
      window: windowOf(period, zone),
      affids,
      filters,
    },
    period,
    timezone: zone,
    asOf,
    places: 2,
    isPaid: takesConversion(definition),
  };
}

const takesConversion = ({ steps }: Definition) =>
  steps.some(({ matcher: { any } }) => any.some(({ event }) => event === primary));

/** What the product answers about a funnel, and what following every attempt by hand gives, in one form. */
export async function bothAnswers(analytics: AnalyticsReader, data: FunnelData, asking: Asking) {
  const asked = askedOf(analytics, asking);
  const { definition, period, by } = asking;
  const query = { project_id: String(asking.project), ...period, timezone: zone };
  const people = (changes: Partial<FunnelPeopleQuery>) => ({
    ...funnelPeopleQuerySchema.parse(query),
    ...changes,
  });
  const report = await funnelReport(
    asked,
    { ...funnelReportQuerySchema.parse(query), breakdown: by },
    async () => new Map(),
  );
  const row = await listFigures(asked, async () => new Map());
  const trend = await funnelTrend(asked, 'day');
  const pages = await everyPage(asked, people({ outcome: 'reached', page_size: 9 }));
  const { people: file } = await allFunnelPeople(asked, people({ outcome: 'reached' }));
  const times = await timeToConvert(asked, {});
  const [dropped, excluded, open] = await Promise.all(
    (['dropped', 'excluded', 'open'] as const).map(async (outcome) =>
      namesIn(await everyPage(asked, people({ outcome, page_size: 200 }))),
    ),
  );
  const got = {
    steps: report.steps.map(({ reached, median_ms, p90_ms }) => ({ reached, median_ms, p90_ms })),
    totals: report.totals,
    groups: report.breakdown?.map(({ label, steps, totals }) => ({
      label,
      reached: steps.map(({ reached }) => reached),
      revenue: totals.revenue,
      excluded: totals.excluded,
    })),
    trend: trend.buckets.flatMap(({ day, reached, open: some, revenue }) =>
      (reached[0] ?? 0) > 0 ? [{ day, reached, open: some, revenue }] : [],
    ),
    list: {
      totals: row.totals,
      previous_rate: row.previous_rate,
      trend: row.trend.filter(({ rate }) => rate !== null),
    },
    people: sortedPeople(pages),
    isNewestFirst: pages.every(
      ({ entered_at }, index) => index === 0 || entered_at <= (pages[index - 1]?.entered_at ?? ''),
    ),
    file: file.length,
    times: { people: times.people, median: times.median_ms, p90: times.p90_ms },
    binned: times.bins.reduce((sum, bin) => sum + bin.people, 0),
    dropped,
    excluded,
    open,
  };
  const followedIn = (days: Period) => {
    const { from, to } = windowOf(days, zone);
    return followFunnel(data, {
      definition,
      primary,
      from: from.getTime(),
      to: to.getTime(),
      affids: asking.affids,
      filters: asking.filters,
    });
  };
  const wanted = wantedOf(followedIn(period), asking);
  const before = wantedOf(followedIn(periodBefore(period)), asking);
  const list = {
    totals: wanted.totals,
    previous_rate: before.totals.rate,
    trend: wanted.trend.map(({ day, rate, open }) => ({ day, rate, open })),
  };
  const days = wanted.trend.map(({ rate: _rate, ...day }) => day);
  return { got, wanted: { ...wanted, trend: days, list }, pages, file };
}

type Pages = Awaited<ReturnType<typeof funnelPeople>>['people'];

async function everyPage(asked: RequestedFunnel, query: FunnelPeopleQuery): Promise<Pages> {
  const { people, next } = await funnelPeople(asked, query);
  return next === null
    ? people
    : [...people, ...(await everyPage(asked, { ...query, cursor: next }))];
}

const namesIn = (people: Pages): string[] => people.map(({ person }) => person).toSorted();

const sortedPeople = (people: Pages) =>
  people
    .map(
      ({ person, entered_at, step_times, furthest_step, revenue, converted, open, country }) => ({
        person,
        entered_at,
        step_times,
        furthest_step,
        revenue,
        converted,
        open,
        country,
      }),
    )
    .toSorted((a, b) => (a.person < b.person ? -1 : 1));

const cents = (tenThousandths: bigint): number =>
  new Decimal(tenThousandths.toString())
    .div(10_000)
    .toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
    .toNumber();

const sumOf = (people: readonly Followed[]): bigint =>
  people.reduce((sum, { revenue }) => sum + revenue, 0n);

/** A quantile; of an even number of times the later of the two in the middle. */
const quantile = (numbers: readonly number[], part: number): number | null =>
  numbers.toSorted((a, b) => a - b)[
    Math.min(Math.floor(numbers.length * part), numbers.length - 1)
  ] ?? null;

function wantedOf(followed: readonly Followed[], { definition, asOf, by }: Asking) {
  const placed = definition.steps.map((step, index) => ({ ...step, index }));
  const required = placed.filter(({ optional }) => !optional);
  const entered = followed.filter(({ level }) => level > 0);
  const isOpen = ({ level, entry }: Followed) =>
    level > 0 &&
    level < required.length &&
    asOf.getTime() - entry.time < definition.window_minutes * minute;
  const tookTo = (people: readonly Followed[], index: number) => {
    const before = required.findLast((step) => step.index < index);
    return people.flatMap(({ reached }) => {
      const [now, earlier] = [reached.get(index), before && reached.get(before.index)];
      return now && earlier ? [now.time - earlier.time] : [];
    });
  };
  const reachedBy = (people: readonly Followed[]) =>
    definition.steps.map((_, index) => people.filter(({ reached }) => reached.has(index)).length);
  const converted = entered.filter(({ level }) => level === required.length);
  const isPaid = takesConversion(definition);
  const revenueOf = (people: readonly Followed[]) => (isPaid ? cents(sumOf(people)) : null);
  const whole = converted.map(({ taken, entry }) => (taken.at(-1)?.time ?? 0) - entry.time);
  const second = required[1]?.index ?? 0;
  return {
    steps: definition.steps.map((_, index) => ({
      reached: reachedBy(entered)[index],
      median_ms: quantile(tookTo(entered, index), 0.5),
      p90_ms: quantile(tookTo(entered, index), 0.9),
    })),
    totals: {
      entered: entered.length,
      converted: converted.length,
      rate: entered.length === 0 ? null : eightPlaces(converted.length / entered.length),
      excluded: followed.length - entered.length,
      open: entered.filter(isOpen).length,
      revenue: revenueOf(entered),
      cost: null,
      epc:
        !isPaid || entered.length === 0
          ? null
          : new Decimal(sumOf(entered).toString())
              .div(10_000)
              .div(entered.length)
              .toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
              .toNumber(),
      cpa: null,
      roas: null,
    },
    groups: groupsOf(followed, by).map(([label, people]) => ({
      label,
      reached: reachedBy(people.filter(({ level }) => level > 0)),
      revenue: revenueOf(people),
      excluded: people.filter(({ level }) => level === 0).length,
    })),
    trend: [...new Set(entered.map(({ entry }) => dayAt(new Date(entry.time), zone)))]
      .toSorted()
      .map((day) => {
        const people = entered.filter(({ entry }) => dayAt(new Date(entry.time), zone) === day);
        return {
          day,
          rate: eightPlaces(
            people.filter(({ level }) => level === required.length).length / people.length,
          ),
          reached: reachedBy(people),
          open: people.filter(isOpen).length,
          revenue: revenueOf(people),
        };
      }),
    people: entered
      .map((one) => ({
        person: one.person,
        entered_at: new Date(one.entry.time).toISOString(),
        step_times: one.taken.map(({ time }) => new Date(time).toISOString()),
        furthest_step: required[one.level - 1]?.slug ?? '',
        revenue: revenueOf([one]),
        converted: one.level === required.length,
        open: isOpen(one),
        country: ['', 'ZZ'].includes(one.entry.country) ? null : one.entry.country,
      }))
      .toSorted((a, b) => (a.person < b.person ? -1 : 1)),
    isNewestFirst: true,
    file: entered.length,
    times: { people: whole.length, median: quantile(whole, 0.5), p90: quantile(whole, 0.9) },
    binned: whole.length,
    dropped: entered
      .filter(({ level, reached }) => level >= 1 && !reached.has(second))
      .map(({ person }) => person)
      .toSorted(),
    excluded: followed
      .filter(({ level }) => level === 0)
      .map(({ person }) => person)
      .toSorted(),
    open: entered
      .filter(isOpen)
      .map(({ person }) => person)
      .toSorted(),
  };
}

const eightPlaces = (share: number) => Number(share.toFixed(8));

const labels = new Map([
  ['US', 'United States'],
  ['DE', 'Germany'],
  ['ZZ', '(none)'],
  ['', '(none)'],
]);

/** The people by the value with which they began, most entries first. */
function groupsOf(followed: readonly Followed[], by: Asking['by']): [string, Followed[]][] {
  const groups = new Map<string, Followed[]>();
  for (const one of followed) {
    const value = {
      country: one.entry.country === 'ZZ' ? '' : one.entry.country,
      campaign_id: one.entry.campaign,
      affid: one.entry.affid,
    }[by];
    groups.set(value, [...(groups.get(value) ?? []), one]);
  }
  const size = (people: readonly Followed[]) => people.filter(({ level }) => level > 0).length;
  return [...groups]
    .toSorted(([a, one], [b, other]) => size(other) - size(one) || (a < b ? -1 : 1))
    .map(([key, people]) => [labels.get(key) ?? key, people]);
}
