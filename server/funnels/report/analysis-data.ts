import { filterGroups, filtersIn } from '#contract/analytics/dimensions.ts';
import { splitValues } from '#contract/analytics/filter-value.ts';
import { shareOf } from '#contract/analytics/ratios.ts';
import type { Funnel } from '#contract/analytics/report.ts';
import type { FunnelQuery } from '#contract/analytics/report-query.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { EventFilter } from '#contract/funnels/definition.ts';
import type { Window } from '#contract/period.ts';
import type { OwnFunnels } from '../../analytics/dashboard/own-funnel.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { readPrimaryEvent } from '../../attribution/primary-event.ts';
import type { Connection } from '../../database/orm.ts';
import { readDefaultFunnel, readFunnel } from '../published.ts';
import { funnelFigures } from '../query/funnel-figures.ts';
import type { FunnelQuestion } from '../query/funnel-question.ts';
import { stepEventCounts } from '../query/step-event-counts.ts';
import { bounded } from '../time-limit.ts';
import { minuteOf } from './requested-funnel.ts';

type Step = Funnel['steps'][number];

/**
 * The project's own funnels for the dashboard: the figures of `report/` in the form of the dashboard's funnel, without
 * optional steps.
 */
export const ownFunnels =
  (connection: Connection, now: () => Date): OwnFunnels =>
  async (project, slug, asOf) => {
    const funnel =
      slug === 'default'
        ? await readDefaultFunnel(connection, project.id, asOf)
        : await readFunnel(connection, project.id, slug, { now: now(), knownAt: asOf });
    if (!funnel?.published) return null;
    const { definition } = funnel.published;
    const primary = await readPrimaryEvent(connection, project.id);
    return async ({ resolved }, query, read) => {
      const { select } = bounded({ select: read });
      const { window, compared, moneyPlaces: places } = resolved;
      const stepsIn = (one: Window) => {
        const question = {
          project: project.id,
          primary,
          definition,
          window: one,
          affids: project.affids,
          filters: chosenFilters(query),
          knownAt: resolved.asOf,
        };
        return stepsOf(select, question, { now: minuteOf(resolved.now), places });
      };
      const [steps, before] = await Promise.all([
        stepsIn(window),
        compared ? stepsIn(compared.window) : null,
      ]);
      return {
        funnel: { slug: funnel.slug, name: funnel.name },
        ordered: true,
        window_minutes: definition.window_minutes,
        steps,
        previous_steps: before,
      };
    };
  };

async function stepsOf(
  select: Select,
  question: FunnelQuestion,
  { now, places }: { now: Date; places: number },
): Promise<Step[]> {
  const [figures, events] = await Promise.all([
    funnelFigures(select, question, now),
    stepEventCounts(select, question),
  ]);
  const placed = question.definition.steps.map((step, index) => ({ ...step, index }));
  const required = placed.filter(({ optional }) => !optional);
  return required.map(({ name, matcher, index }, position): Step => {
    const { reached = 0, median = null, revenue = '0' } = figures.steps[index] ?? {};
    const users = (at: number) => figures.steps[required[at]?.index ?? -1]?.reached ?? reached;
    const isLast = position === required.length - 1;
    return {
      order: position + 1,
      name,
      event_name: matcher.any[0]?.event ?? '',
      users: reached,
      events: events[index] ?? 0,
      rate_from_previous: shareOf(reached, users(position - 1)),
      rate_from_start: shareOf(reached, users(0)),
      dropped: users(position - 1) - reached,
      median_seconds: median === null ? null : Math.round(median / 1_000),
      revenue: isLast ? roundDecimal(revenue, places) : 0,
    };
  });
}

/** The filters of the dashboard as conditions on the event with which an attempt begins. */
function chosenFilters(query: FunnelQuery): EventFilter[] {
  const chosen = filtersIn(query);
  return filterGroups.flatMap((property): EventFilter[] => {
    const { only, without } = splitValues(chosen[property] ?? []);
    return [
      ...(only.length > 0 ? [{ property, operator: 'in' as const, values: only }] : []),
      ...(without.length > 0 ? [{ property, operator: 'not_in' as const, values: without }] : []),
    ];
  });
}
