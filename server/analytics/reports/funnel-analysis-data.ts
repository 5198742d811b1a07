import type { z } from 'zod';
import { shareOf } from '#contract/analytics/ratios.ts';
import type { funnelSchema } from '#contract/analytics/report.ts';
import type { Window } from '#contract/period.ts';
import { textMap } from '#contract/text-map.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { boundsOf, inAnyWindow } from '../../warehouse/window-sql.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Select } from '../runner/query-runner.ts';
import { stepEventsOf, wasEverSeen } from '../runner/raw-event-query.ts';
import { elapsed, funnelStepsSql, isShortWindow } from './funnel-steps.ts';
import { chosenMeasures, type Report } from './report.ts';
import { runEachWindow } from './run-windows.ts';

type Funnel = z.input<typeof funnelSchema>;
type Step = Funnel['steps'][number];

/** The name of a step; a project's own goal is named by its event. */
export const stepName = (event: string): string => names.get(event) ?? event;

/** The steps on the way to a goal. */
export const stepsTo = (primary: string): string[] => [
  ...before.filter((name) => name !== primary),
  primary,
];

const names = textMap({
  page_view: 'Landing',
  view_content: 'View content',
  add_to_cart: 'Add to cart',
  initiate_checkout: 'Checkout',
  purchase: 'Purchase',
});
const before = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout'];

type Options = { select: Select; primary: string; minutes: number };

/**
 * How far people came on the way to the project's goal. Steps without events are left out, except a goal that was ever
 * reached.
 */
export async function funnelAnalysisData(report: Report, options: Options): Promise<Funnel> {
  const { window, compared } = report.resolved;
  const { measure } = chosenMeasures(report);
  const windows = compared ? [window, compared.window] : [window];
  // Usually every step has events, so the slow query starts at once, before the counts of the steps are known.
  const ahead = windows.map((one) =>
    isShortWindow(one, options) ? cameTo(report, one, stepsTo(options.primary), options) : null,
  );
  const counted = countEvents(report, windows, stepsTo(options.primary), options.select);
  const goals = runEachWindow(
    report,
    { measures: [measure('conversions'), measure('revenue'), ...report.excludedCounter.measures] },
    windows,
  );
  const [steps = [], previous] = await Promise.all(
    windows.map((one, index) =>
      stepsIn(report, one, {
        ...options,
        counted: counted.then((all) => all[index] ?? noFunnel),
        goal: goals.then((all) => all[index]?.[0]),
        ahead: ahead[index] ?? null,
      }),
    ),
  );
  report.excludedCounter.keep((await goals)[0]?.[0]);
  return {
    funnel: { slug: 'default', name: 'Store' },
    ordered: true,
    window_minutes: options.minutes,
    steps,
    previous_steps: previous ?? null,
  };
}

type Found = {
  counted: Promise<Counted>;
  goal: Promise<Row | undefined>;
  /** The result for the case that every step has events. */
  ahead: Promise<Reached[]> | null;
};

async function stepsIn(report: Report, window: Window, options: Options & Found): Promise<Step[]> {
  const { primary } = options;
  const { amount } = chosenMeasures(report);
  const wanted = stepsTo(primary);
  const [events, goal, ahead] = await Promise.all([options.counted, options.goal, options.ahead]);
  const taken = wanted.filter((name) => (events.get(name) ?? 0) > 0);
  const earned = amount(goal, 'conversions') > 0;
  if (taken.length === 0 && !earned) return [];
  if (!taken.includes(primary) && (earned || (await wasTaken(report, primary, options.select)))) {
    taken.push(primary);
  }
  const reached =
    ahead && taken.length === wanted.length ? ahead : await cameTo(report, window, taken, options);
  return taken.map((name, index) => {
    const { users, median } = reached[index] ?? { users: 0, median: null };
    const earlier = reached[index - 1]?.users ?? users;
    const isGoal = name === primary;
    return {
      order: index + 1,
      name: stepName(name),
      event_name: name,
      users,
      events: isGoal ? amount(goal, 'conversions') : (events.get(name) ?? 0),
      rate_from_previous: shareOf(users, earlier),
      rate_from_start: shareOf(users, reached[0]?.users ?? users),
      dropped: earlier - users,
      median_seconds: median,
      revenue: isGoal ? amount(goal, 'revenue') : 0,
    };
  });
}

async function wasTaken(
  { model, resolved }: Report,
  step: string,
  select: Select,
): Promise<boolean> {
  const parameters = new Parameters();
  const sql = wasEverSeen(model, resolved, step, parameters);
  return (await select({ sql, parameters: parameters.values })).length > 0;
}

/** How often each step was taken. */
type Counted = ReadonlyMap<string, number>;
export const noFunnel: Counted = new Map();

/** How often each step was taken in each window. */
export async function countEvents(
  { model, resolved }: Report,
  windows: readonly Window[],
  steps: readonly string[],
  select: Select,
): Promise<Counted[]> {
  const parameters = new Parameters();
  const goal = steps.at(-1) ?? '';
  const events = stepEventsOf(model, resolved, windows, { steps, goal }, parameters);
  const counts = boundsOf(windows, parameters).map(
    (bounds) => `toString(countIf(${inAnyWindow('event_time', [bounds])}))`,
  );
  const sql = `SELECT event_name, ${counts.join(', ')} FROM ${events} GROUP BY event_name`;
  const rows = await select({ sql, parameters: parameters.values });
  return windows.map(
    (_, index) => new Map(rows.map(([name, ...each]) => [name ?? '', Number(each[index])])),
  );
}

type Reached = { users: number; median: number | null };

/**
 * How many people reached at least each step, and the median time from their first event of the step before to their
 * first event of this one; the first step has none.
 */
async function cameTo(
  { model, resolved }: Report,
  window: Window,
  steps: readonly string[],
  { select, primary, minutes }: Options,
): Promise<Reached[]> {
  const parameters = new Parameters();
  const figures = steps.flatMap((_, index) => [
    `toString(sum(arrayCount(level -> level > ${index}, levels)))`,
    index === 0 ? "'0'" : `toString(${medianTo(index)})`,
  ]);
  const sql = `SELECT ${figures.join(',\n      ')}
    FROM (${funnelStepsSql({ model, resolved }, { window, steps, goal: primary, minutes }, parameters)})`;
  const [row = []] = await select({ sql, parameters: parameters.values });
  return steps.map((_, index) => {
    const users = Number(row[index * 2] ?? 0);
    return { users, median: users > 0 ? seconds(row[index * 2 + 1]) : null };
  });
}

/**
 * The median time of the people who reached a step, from their first event of the step before to their first event of
 * this one.
 */
function medianTo(step: number): string {
  const took = `arrayMap((now, before) -> ${elapsed('now', 'before')}, first${step}, first${step - 1})`;
  return `quantileExactArray(0.5)(
        arrayFilter((took, level) -> took >= 0 AND level > ${step}, ${took}, levels))`;
}

const seconds = (milliseconds: string | null | undefined) =>
  Math.round(Number(milliseconds) / 1000);
