import type { FunnelFigures, StepHealth } from '#contract/funnels/report.ts';
import type { ReportFigures } from './figures.ts';
import { figuresIn, type HealthOf, periodBefore } from './funnel-report.ts';
import { funnelTrend } from './funnel-trend.ts';
import type { RequestedFunnel } from './requested-funnel.ts';
import { readableHealth } from './step-events.ts';

/** The figures of a row of the list. */
export async function listFigures(
  asked: RequestedFunnel,
  healthOf: HealthOf,
): Promise<FunnelFigures> {
  const { funnel, definition, scope, period } = asked;
  const [now, before, trend, health] = await Promise.all([
    figuresIn(asked, period),
    figuresIn(asked, periodBefore(period)),
    funnelTrend(asked, 'day'),
    healthOf(funnel.id),
  ]);
  return {
    slug: funnel.slug,
    totals: now.totals,
    currency: scope.currency,
    previous_rate: before.totals.rate,
    trend: trend.buckets.map(({ day, rate, open }) => ({ day, rate, open })),
    worst_step: worstStep(now, before, health),
    health: definition.steps.map(({ slug, name }) => ({
      slug,
      name,
      ...readableHealth(health.get(slug), asked),
    })),
  };
}

/** The required step whose rate fell most; null where none fell. A rate that fell because events stopped is no loss. */
function worstStep(
  now: ReportFigures,
  before: ReportFigures,
  health: ReadonlyMap<string, StepHealth>,
): FunnelFigures['worst_step'] {
  const fallen = now.steps.flatMap(({ slug, name, optional, step_rate: rate }, index) => {
    const earlier = before.steps[index]?.step_rate ?? null;
    if (optional || health.get(slug)?.state === 'silent') return [];
    if (rate === null || earlier === null || rate >= earlier) return [];
    return [{ slug, name, rate, change: Number((rate - earlier).toFixed(8)) }];
  });
  const [worst = null] = fallen.toSorted((a, b) => a.change - b.change);
  return worst;
}
