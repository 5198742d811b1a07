import type { z } from 'zod';
import { shareOf } from '#contract/change.ts';
import type { Window } from '#contract/period.ts';
import type { funnelSchema } from '#contract/report.ts';
import type { Row, Select } from '../ask.ts';
import { eventsOf } from '../event-query.ts';
import { Parameters } from '../parameters.ts';
import { placeAmong } from '../window-sql.ts';
import { chosen, type Report } from './report.ts';
import { askEach, dividedAt } from './windows.ts';

type Funnel = z.input<typeof funnelSchema>;
type Step = Funnel['steps'][number];

/** What a step is called; a goal of the project's own by its event. */
export const stepName = (event: string): string => names[event] ?? event;

/** The steps on the way to a goal, as far as there are any. */
export const stepsTo = (primary: string): string[] => [
  ...before.filter((name) => name !== primary),
  primary,
];

const names: Record<string, string> = {
  page_view: 'Landing',
  view_content: 'View content',
  add_to_cart: 'Add to cart',
  initiate_checkout: 'Checkout',
  purchase: 'Purchase',
};
const before = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout'];
const minute = 60_000;

type Options = { select: Select; primary: string; minutes: number };

/** How far people came on the way to the project's goal. Steps that nobody took are left out. */
export async function funnelAnalysisData(report: Report, options: Options): Promise<Funnel> {
  const { window, compared } = report.inquiry;
  const { measure } = chosen(report);
  const windows = compared ? [window, compared.window] : [window];
  // Usually every step was taken: what is soon found out is not kept waiting for that to be known. It takes longest.
  const ahead = windows.map((one) =>
    isShort(one, options) ? cameTo(report, one, stepsTo(options.primary), options) : null,
  );
  const counted = countEvents(report, windows, stepsTo(options.primary), options.select);
  const goals = askEach(
    report,
    { measures: [measure('conversions'), measure('revenue')] },
    windows,
  );
  const [steps = [], previous] = await Promise.all(
    windows.map((one, index) =>
      stepsIn(report, one, {
        ...options,
        counted: counted.then((all) => all[index] ?? nobody),
        goal: goals.then((all) => all[index]?.[0]),
        ahead: ahead[index] ?? null,
      }),
    ),
  );
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
  /** How far people came, if every step was taken. */
  ahead: Promise<Reached[]> | null;
};

async function stepsIn(report: Report, window: Window, options: Options & Found): Promise<Step[]> {
  const { select, primary } = options;
  const { amount } = chosen(report);
  const wanted = stepsTo(primary);
  const [{ events, entered }, goal, ahead] = await Promise.all([
    options.counted,
    options.goal,
    options.ahead,
  ]);
  const taken = wanted.filter((name) => (events.get(name) ?? 0) > 0);
  const [first] = taken;
  if (first === undefined) return [];
  const [users, later] = await Promise.all([
    first === wanted[0] ? entered : countPeople(report, window, first, select),
    ahead && taken.length === wanted.length ? ahead : cameTo(report, window, taken, options),
  ]);
  const reached = [{ users, median: 0 }, ...later];
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

const isShort = ({ from, to }: Window, { minutes }: Options): boolean =>
  to.getTime() - from.getTime() < minutes * minute;

type Way = {
  window: Window;
  steps: readonly string[];
  minutes: number;
  /** Only people who took this step then. */
  followed: { within: Window; step: string };
  /** What else is wanted of each person, written as an aggregate of their events. */
  more?: readonly string[];
};

/** Of each person how many steps they took in their order, and when each for the first time. */
export function wayOf(
  { model, inquiry }: Pick<Report, 'model' | 'inquiry'>,
  { window, steps, minutes, followed, more = [] }: Way,
  parameters: Parameters,
): string {
  const mayFollow = minutes * minute;
  const longer = { from: window.from, to: new Date(window.to.getTime() + mayFollow) };
  const names = steps.map((step) => parameters.add('String', step));
  const columns = [
    `windowFunnel(${parameters.add('UInt64', mayFollow)}, 'strict_once')(
          toUInt64(toUnixTimestamp64Milli(event_time)), ${names.map((name) => `event_name = ${name}`).join(', ')}) AS level`,
    ...names.map(
      (name, index) =>
        `minIf(toUnixTimestamp64Milli(event_time), event_name = ${name}) AS first${index}`,
    ),
    ...more,
  ];
  return `
      SELECT ${columns.join(',\n        ')}
      FROM ${eventsOf(model, inquiry, [longer], parameters)}
        AND event_name IN ${parameters.add('Array(String)', steps)}
        AND (event_name != ${names[0]} OR event_time < ${parameters.second(window.to)})
        AND visitor_key IN (
          SELECT visitor_key FROM ${eventsOf(model, inquiry, [followed.within], parameters)}
            AND event_name = ${parameters.add('String', followed.step)})
      GROUP BY visitor_key
    `;
}

type Reached = { users: number; median: number | null };

type Counted = { events: ReadonlyMap<string, number>; entered: number };
export const nobody: Counted = { events: new Map(), entered: 0 };

/** How often each step was taken in each window, and how many people took the first. */
export async function countEvents(
  report: Report,
  windows: readonly Window[],
  steps: readonly string[],
  select: Select,
): Promise<Counted[]> {
  const { pieces, places, isApart } = dividedAt(windows);
  if (!isApart) {
    const each = windows.map((window) => countEvents(report, [window], steps, select));
    return (await Promise.all(each)).flat();
  }
  if (pieces.length === 0) return windows.map(() => nobody);
  const { model, inquiry } = report;
  const parameters = new Parameters();
  const [first = ''] = steps;
  const people = `uniqExactIf(visitor_key, event_name = ${parameters.add('String', first)})`;
  const sql = `SELECT ${placeAmong('event_time', pieces, parameters)} AS w, event_name, toString(count()), toString(${people})
    FROM ${eventsOf(model, inquiry, pieces, parameters)}
    AND event_name IN ${parameters.add('Array(String)', steps)} GROUP BY w, event_name`;
  const rows = await select({ sql, parameters: parameters.values });
  return places.map(([place]) => {
    const own = rows.filter(([w]) => String(w) === place);
    return {
      events: new Map(own.map(([, name, count]) => [name ?? '', Number(count)])),
      entered: Number(own.find(([, name]) => name === first)?.[3] ?? 0),
    };
  });
}

async function countPeople(
  { model, inquiry }: Report,
  window: Window,
  step: string,
  select: Select,
): Promise<number> {
  const parameters = new Parameters();
  const sql = `SELECT toString(uniqExact(visitor_key)) FROM ${eventsOf(model, inquiry, [window], parameters)}
    AND event_name = ${parameters.add('String', step)}`;
  return Number((await select({ sql, parameters: parameters.values }))[0]?.[0] ?? 0);
}

/**
 * How many people came at least to each step after the first, and how long it took: the median time from a person's
 * first time at one step to the first time at the next. The first step lies in the window, later ones may follow after
 * its end. Only people who took one of the first two steps are followed: nobody can have come further without either.
 * It is the first, in the window, where that is shorter than what may follow it; in longer ones fewer take the second.
 */
async function cameTo(
  { model, inquiry }: Report,
  window: Window,
  steps: readonly string[],
  options: Options,
): Promise<Reached[]> {
  const { select, minutes } = options;
  const [first = '', second] = steps;
  if (second === undefined) return [];
  const parameters = new Parameters();
  const mayFollow = minutes * minute;
  const longer = { from: window.from, to: new Date(window.to.getTime() + mayFollow) };
  const followed = isShort(window, options)
    ? { within: window, step: first }
    : { within: longer, step: second };
  const figures = steps.slice(1).map((_, index) => {
    const gap = `toInt64(first${index + 1}) - toInt64(first${index})`;
    return `toString(countIf(level > ${index + 1})),
      toString(quantileExactIf(0.5)(${gap}, level > ${index + 1} AND first${index + 1} >= first${index}))`;
  });
  const sql = `SELECT ${figures.join(', ')}
    FROM (${wayOf({ model, inquiry }, { window, steps, minutes, followed }, parameters)})`;
  const [row = []] = await select({ sql, parameters: parameters.values });
  return steps.slice(1).map((_, index) => {
    const users = Number(row[index * 2] ?? 0);
    return { users, median: users > 0 ? Math.round(Number(row[index * 2 + 1]) / 1000) : null };
  });
}
