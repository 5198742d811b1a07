import type { Window } from '#contract/period.ts';
import { stepEventsOf } from '../event-query.ts';
import type { Parameters } from '../parameters.ts';
import type { Report } from './report.ts';

const minute = 60_000;

/** Bits that say which step a number is, below its time; the time of any event is later than any window is long. */
const bits = 4;

type Way = {
  window: Window;
  steps: readonly string[];
  goal: string;
  /** How long somebody may take from the first step to the last. */
  minutes: number;
  /** What else is wanted of each person, written as an aggregate of their events. */
  more?: readonly string[];
};

/** Whether people may take longer for all steps than the period of the first is long. */
export const isShort = ({ from, to }: Window, { minutes }: Pick<Way, 'minutes'>): boolean =>
  to.getTime() - from.getTime() < minutes * minute;

/**
 * Of each person how many steps they took in their order (`level`), and when each for the first time (`first0`, …;
 * milliseconds, 0 where never). The first step lies in the window, later ones may follow after its end.
 *
 * A person's events become one list of numbers, time and step in each, so that sorting the list puts them in order. At
 * each event of the list stands when the latest way began that came to a step by then: what comes to the next step goes
 * on with it, unless it is too late. No later beginning can reach less. Equal times count in the order of the steps.
 * Decision 0023 says why the engine's own `windowFunnel` does not do this.
 *
 * In short windows only people are followed who took the first step there. In long ones that would leave out too few.
 */
export function wayOf(
  { model, inquiry }: Pick<Report, 'model' | 'inquiry'>,
  { window, steps, goal, minutes, more = [] }: Way,
  parameters: Parameters,
): string {
  const mayFollow = minutes * minute;
  const longer = { from: window.from, to: new Date(window.to.getTime() + mayFollow) };
  const [first = ''] = steps;
  const firstStep = parameters.add('String', first);
  const all = parameters.add('Array(String)', steps);
  const longest = parameters.add('UInt64', mayFollow);
  const followed = isShort(window, { minutes })
    ? `
        AND visitor_key IN (
          SELECT visitor_key FROM ${stepEventsOf(model, inquiry, [window], { steps: [first], goal }, parameters)})`
    : '';
  const columns = [
    'arraySort(numbers) AS ordered',
    `arrayMap(number -> toUInt8(bitAnd(number, ${2 ** bits - 1})), ordered) AS places`,
    `arrayMap(number -> bitShiftRight(number, ${bits}), ordered) AS times`,
    ...steps.map((_, index) => `${begunAt(index, longest)} AS begun${index}`),
    ...steps.map((_, index) => `times[indexOf(places, ${index})] AS first${index}`),
    `${steps.map((_, index) => `(begun${index}[-1] != 0)`).join(' + ')} AS level`,
  ];
  return `
    SELECT *, ${columns.join(',\n      ')}
    FROM (
      SELECT ${[
        `groupArray(toUInt64(toUnixTimestamp64Milli(event_time)) * ${2 ** bits}
          + transform(event_name, ${all}, range(toUInt64(${steps.length})), 0)) AS numbers`,
        ...more,
      ].join(',\n        ')}
      FROM ${stepEventsOf(model, inquiry, [longer], { steps, goal }, parameters)}
        AND (event_name != ${firstStep} OR event_time < ${parameters.second(window.to)})${followed}
      GROUP BY visitor_key)`;
}

/** At each event of a list when the latest way began that came to this step by then; 0 where none did. */
function begunAt(step: number, longest: string): string {
  const here =
    step === 0
      ? 'arrayMap((place, time) -> (place = 0) * time, places, times)'
      : `arrayMap((place, time, began) -> (place = ${step}) * (time - began <= ${longest}) * began,
        places, times, begun${step - 1})`;
  return `arrayFill(began -> began != 0, ${here})`;
}
