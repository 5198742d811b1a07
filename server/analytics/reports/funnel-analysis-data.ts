import type { z } from 'zod';
import { shareOf } from '#contract/change.ts';
import type { Window } from '#contract/period.ts';
import type { funnelSchema } from '#contract/report.ts';
import type { Select } from '../ask.ts';
import { eventsOf } from '../event-query.ts';

import { Parameters } from '../parameters.ts';
import { chosen, type Report } from './report.ts';

type Funnel = z.input<typeof funnelSchema>;
type Step = Funnel['steps'][number];

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
  const [steps, previous] = await Promise.all([
    stepsIn(report, window, options),
    compared ? stepsIn(report, compared.window, options) : null,
  ]);
  return {
    funnel: { slug: 'default', name: 'Store' },
    ordered: true,
    window_minutes: options.minutes,
    steps,
    previous_steps: previous,
  };
}

async function stepsIn(report: Report, window: Window, options: Options): Promise<Step[]> {
  const { select, primary } = options;
  const { measure, amount } = chosen(report);
  const wanted = [...before.filter((name) => name !== primary), primary];
  const [events, [goal]] = await Promise.all([
    countEvents(report, window, wanted, select),
    report.ask({ measures: [measure('conversions'), measure('revenue')], window }),
  ]);
  const taken = wanted.filter((name) => (events.get(name) ?? 0) > 0);
  if (taken.length === 0) return [];
  const [reached, medians] = await Promise.all([
    countPeople(report, window, taken, options),
    taken.length > 1 ? timeBetween(report, window, taken, options) : new Map<number, number>(),
  ]);
  return taken.map((name, index) => {
    const users = reached[index] ?? 0;
    const earlier = index === 0 ? users : (reached[index - 1] ?? 0);
    const isGoal = name === primary;
    return {
      order: index + 1,
      name: names[name] ?? name,
      event_name: name,
      users,
      events: isGoal ? amount(goal, 'conversions') : (events.get(name) ?? 0),
      rate_from_previous: shareOf(users, earlier),
      rate_from_start: shareOf(users, reached[0] ?? 0),
      dropped: earlier - users,
      median_seconds: index === 0 ? 0 : (medians.get(index + 1) ?? null),
      revenue: isGoal ? amount(goal, 'revenue') : 0,
    };
  });
}

async function countEvents(
  { model, inquiry }: Report,
  window: Window,
  steps: readonly string[],
  select: Select,
): Promise<Map<string, number>> {
  const parameters = new Parameters();
  const sql = `SELECT event_name, toString(count()) FROM ${eventsOf(model, inquiry, window, parameters)}
    AND event_name IN ${parameters.add('Array(String)', steps)} GROUP BY event_name`;
  const rows = await select({ sql, parameters: parameters.values });
  return new Map(rows.map(([name, count]) => [name ?? '', Number(count)]));
}

/** How many people came at least to each step: their first step lies in the window, later ones may follow after its end. */
async function countPeople(
  report: Report,
  window: Window,
  steps: readonly string[],
  { select, minutes }: Options,
): Promise<number[]> {
  const parameters = new Parameters();
  const sql = `SELECT toString(level), toString(count())
    FROM (${levels(report, window, steps, minutes, parameters)}) GROUP BY level`;
  const rows = await select({ sql, parameters: parameters.values });
  return steps.map((_, index) =>
    rows.reduce((sum, [level, count]) => sum + (Number(level) > index ? Number(count) : 0), 0),
  );
}

function levels(
  report: Report,
  window: Window,
  steps: readonly string[],
  minutes: number,
  parameters: Parameters,
): string {
  const tests = steps.map((step) => `event_name = ${parameters.add('String', step)}`);
  const within = parameters.add('UInt64', minutes * minute);
  return `SELECT visitor_key AS person,
      windowFunnel(${within}, 'strict_once')(toUInt64(toUnixTimestamp64Milli(event_time)), ${tests.join(', ')}) AS level
    FROM ${stepEvents(report, window, steps, minutes, parameters)}
    GROUP BY person HAVING level > 0`;
}

function stepEvents(
  { model, inquiry }: Report,
  window: Window,
  steps: readonly string[],
  minutes: number,
  parameters: Parameters,
): string {
  const [first = ''] = steps;
  const longer = { from: window.from, to: new Date(window.to.getTime() + minutes * minute) };
  return `${eventsOf(model, inquiry, longer, parameters)}
      AND event_name IN ${parameters.add('Array(String)', steps)}
      AND (event_name != ${parameters.add('String', first)} OR event_time < ${parameters.second(window.to)})`;
}

/**
 * The median time from one step to the next, in seconds by step number. A fold keeps, for each step, the times of the
 * chain that started last, which is the chain `windowFunnel` counts.
 */
async function timeBetween(
  report: Report,
  window: Window,
  steps: readonly string[],
  { select, minutes }: Options,
): Promise<Map<number, number>> {
  const parameters = new Parameters();
  const within = parameters.add('UInt64', minutes * minute);
  const list = parameters.add('Array(String)', steps);
  const count = parameters.add('UInt64', steps.length);
  const sql = `WITH
      arrayFold(
        (chains, event) -> if(notEmpty(chains[${count}]), chains, arrayMap(
          step -> if(
            event.2 = step AND (step = 1 OR (notEmpty(chains[step - 1]) AND event.1 - chains[step - 1][1] <= ${within})),
            arrayPushBack(if(step = 1, emptyArrayUInt64(), chains[step - 1]), event.1),
            chains[step]),
          range(1, ${count} + 1))),
        arraySort(groupArray((toUInt64(toUnixTimestamp64Milli(event_time)), toUInt64(indexOf(${list}, event_name))))),
        arrayMap(step -> emptyArrayUInt64(), range(1, ${count} + 1))) AS chains,
      arrayLast(chain -> notEmpty(chain), chains) AS chain
    SELECT toString(gap.1), toString(quantileExact(0.5)(gap.2))
    FROM (
      SELECT arrayJoin(arrayMap(step -> (step, (chain[step] - chain[step - 1]) / 1000), range(2, length(chain) + 1))) AS gap
      FROM ${stepEvents(report, window, steps, minutes, parameters)}
        AND visitor_key IN (SELECT person FROM (${levels(report, window, steps, minutes, parameters)}) WHERE level > 1)
      GROUP BY visitor_key
    )
    GROUP BY gap.1`;
  const rows = await select({ sql, parameters: parameters.values });
  return new Map(rows.map(([step, seconds]) => [Number(step), Math.round(Number(seconds))]));
}
