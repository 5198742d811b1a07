import { Decimal } from 'decimal.js';
import type { FunnelReport, FunnelReportQuery } from '#contract/funnels/report.ts';
import { addDays, daysIn, type Period, windowOf } from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';
import { figuresOf } from '../query/figures-sql.ts';
import { brokenDownFigures, funnelFigures, type GroupFigures } from '../query/funnel-figures.ts';
import { labelsOf } from './breakdown-labels.ts';
import { differenceByChance } from './chance.ts';
import { type ReportFigures, reportFigures } from './figures.ts';
import { costOf, costsBy } from './funnel-cost.ts';
import { lastEvents } from './last-events.ts';
import { type HealthOf, readableHealth } from './readable-health.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** The groups that a breakdown shows; what remains is one more. */
const mostGroups = 20;

/** How far people came, what it cost and what it earned, step by step. */
export async function funnelReport(
  asked: RequestedFunnel,
  query: FunnelReportQuery,
  healthOf: HealthOf,
): Promise<FunnelReport> {
  const { funnel, definition, scope, timezone, period, asOf } = asked;
  const compared = comparedPeriod(query);
  const [now, before, breakdown, times, health] = await Promise.all([
    figuresIn(asked, period),
    compared && figuresIn(asked, compared),
    query.breakdown ? brokenDown(asked, query.breakdown) : null,
    lastEvents(asked),
    readableHealth(healthOf, asked),
  ]);
  return {
    funnel: { slug: funnel.slug, name: funnel.name, version: funnel.version },
    count_by: definition.count_by,
    currency: scope.currency,
    window_minutes: definition.window_minutes,
    period: { ...period, timezone },
    as_of: asOf.toISOString(),
    steps: now.steps.map((step, index) => {
      const known = health(step.slug);
      return {
        ...step,
        revenue_at_stake: known.state === 'silent' ? null : step.revenue_at_stake,
        last_event_at: times[index] ?? null,
        health: known,
      };
    }),
    totals: now.totals,
    breakdown,
    compared:
      compared && before
        ? { ...before, period: compared, p_value: differenceByChance(rateOf(now), rateOf(before)) }
        : null,
  };
}

const rateOf = ({ totals }: ReportFigures) => ({ came: totals.converted, of: totals.entered });

/** The figures of the people whose attempts began in these days. */
async function figuresIn(asked: RequestedFunnel, period: Period): Promise<ReportFigures> {
  const { analytics, question, definition, timezone, asOf, places, isPaid } = asked;
  const window = windowOf(period, timezone);
  const [figures, cost] = await Promise.all([
    funnelFigures(analytics.select, { ...question, window }, asOf),
    costOf(asked, window),
  ]);
  return reportFigures(definition, figures, { isPaid, cost, places });
}

/** As many days before the first one as the period has, or the chosen days. */
function comparedPeriod(query: FunnelReportQuery): Period | null {
  if (query.compare === 'none') return null;
  if (query.compare === 'previous') return periodBefore(query);
  const { compare_start: start, compare_end: end } = query;
  if (!start) throw invalid('compare_start', 'Choose the first day to compare with.');
  if (!end) throw invalid('compare_end', 'Choose the last day to compare with.');
  if (start > end) throw invalid('compare_end', 'The last day is before the first.');
  if (daysIn({ start, end }) > 400) throw invalid('compare_end', 'Choose at most 400 days.');
  return { start, end };
}

export function periodBefore({ start, end }: Period): Period {
  const end_ = addDays(start, -1);
  return { start: addDays(end_, 1 - daysIn({ start, end })), end: end_ };
}

async function brokenDown(
  asked: RequestedFunnel,
  by: NonNullable<FunnelReportQuery['breakdown']>,
): Promise<NonNullable<FunnelReport['breakdown']>> {
  const { analytics, question, definition, asOf: now, places, isPaid } = asked;
  const [groups, costs, all] = await Promise.all([
    brokenDownFigures(analytics.select, question, { now, by, most: mostGroups }),
    costsBy(asked, question.window, by),
    costOf(asked, question.window),
  ]);
  const keys = groups.flatMap(({ key, isRest }) => (isRest ? [] : [key]));
  const labelOf = await labelsOf(asked, by, keys);
  const restCost = costOfRest(keys, costs, all);
  const isLeft = restCost !== null && !new Decimal(restCost).isZero();
  const shown =
    groups.some(({ isRest }) => isRest) || !isLeft ? groups : [...groups, withoutEntries()];
  return shown.map(({ key, isRest, figures }: GroupFigures) => ({
    key: isRest || key === '' ? null : key,
    label: isRest ? 'Other' : labelOf(key),
    is_rest: isRest,
    ...reportFigures(definition, figures, {
      isPaid,
      cost: isRest ? restCost : (costs?.get(key) ?? null),
      places,
    }),
  }));

  /** “Other” for costs without entries, so that the costs of the rows add up. */
  function withoutEntries(): GroupFigures {
    return { key: '', isRest: true, figures: figuresOf(definition, []) };
  }
}

/** What no shown group cost. */
function costOfRest(
  keys: readonly string[],
  costs: ReadonlyMap<string, string> | null,
  all: string | null,
): string | null {
  if (!costs || all === null) return null;
  const shown = keys.reduce((sum, key) => sum.plus(costs.get(key) ?? 0), new Decimal(0));
  return new Decimal(all).minus(shown).toFixed();
}
