import { Decimal } from 'decimal.js';
import type { Definition } from '#contract/funnels/definition.ts';
import type { FunnelFigures, StepHealth } from '#contract/funnels/report.ts';
import { windowOf } from '#contract/period.ts';
import { type DailyFigures, dailyFigures } from '../query/daily-figures.ts';
import { type CountedPeople, overall, stepRates, totalsOf } from './figures.ts';
import { costOf } from './funnel-cost.ts';
import { periodBefore } from './funnel-report.ts';
import { trendBuckets } from './funnel-trend.ts';
import { type HealthOf, readableHealth } from './readable-health.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** The figures of a row of the list: one statement gives both periods and the trend. */
export async function listFigures(
  asked: RequestedFunnel,
  healthOf: HealthOf,
): Promise<FunnelFigures> {
  const { analytics, funnel, definition, scope, period, question, timezone, places, isPaid } =
    asked;
  const earlier = periodBefore(period);
  const both = { start: earlier.start, end: period.end };
  const [days, cost, health] = await Promise.all([
    dailyFigures(
      analytics.select,
      { ...question, window: windowOf(both, timezone), splitAt: question.window.from },
      { now: asked.asOf, timezone, interval: 'day', period: both },
    ),
    costOf(asked, question.window),
    readableHealth(healthOf, asked),
  ]);
  const ofPeriod = days.filter(({ day }) => day >= period.start);
  const now = peopleIn(definition, ofPeriod);
  const before = peopleIn(
    definition,
    days.filter(({ day }) => day < period.start),
  );
  return {
    slug: funnel.slug,
    totals: totalsOf(definition, now, { isPaid, cost, places }),
    currency: scope.currency,
    previous_rate: overall(definition, before.reached).rate,
    trend: trendBuckets(asked, 'day', ofPeriod).map(({ day, rate, open }) => ({ day, rate, open })),
    worst_step: worstStep(definition, [now, before], health),
    health: definition.steps.map(({ slug, name }) => ({
      slug,
      name,
      ...health(slug),
    })),
  };
}

/** The people of several days together. */
function peopleIn({ steps }: Definition, days: readonly DailyFigures[]): CountedPeople {
  const sumOf = (count: (one: DailyFigures) => number) =>
    days.reduce((sum, one) => sum + count(one), 0);
  return {
    reached: steps.map((_, index) => sumOf(({ reached }) => reached[index] ?? 0)),
    revenue: days.reduce((sum, { revenue }) => sum.plus(revenue), new Decimal(0)).toFixed(),
    open: sumOf(({ open }) => open),
    excluded: sumOf(({ excluded }) => excluded),
  };
}

/** The required step whose rate fell most; null where none fell. A rate that fell because events stopped is no loss. */
function worstStep(
  definition: Definition,
  people: readonly [now: CountedPeople, before: CountedPeople],
  health: (slug: string) => StepHealth,
): FunnelFigures['worst_step'] {
  const [rates, earlierRates] = people.map(({ reached }) => stepRates(definition, reached));
  const fallen = definition.steps.flatMap(({ slug, name, optional }, index) => {
    const rate = rates?.[index] ?? null;
    const earlier = earlierRates?.[index] ?? null;
    if (optional || health(slug).state === 'silent') return [];
    if (rate === null || earlier === null || rate >= earlier) return [];
    return [{ slug, name, rate, change: Number((rate - earlier).toFixed(8)) }];
  });
  const [worst = null] = fallen.toSorted((a, b) => a.change - b.change);
  return worst;
}
