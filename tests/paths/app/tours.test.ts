import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { selectionMachine } from '#machines/selection/selection.ts';
import { type Driver, type Path, type Plan, pathsOver, titleOf } from '../../support/paths.ts';
import { plannedMachines } from '../../support/planned.ts';
import { selectionPlan } from '../../support/plans/selection/selection.ts';
import { toursOver, walkTour } from '../../support/tours.ts';

/** Source, event, target: without the context, as in a path. */
const arrivalsOf = (paths: Path<AnyStateMachine>[]) =>
  new Set(
    paths.flatMap(({ steps }) =>
      steps.map(({ event, state }, index) =>
        JSON.stringify([steps[index - 1]?.state.value, event, state.value]),
      ),
    ),
  );

describe('tours', () => {
  it.each(Object.entries(plannedMachines))(
    "of %s walk all the paths' transitions",
    (_, planned) => {
      const paths = planned.paths();
      const tours = toursOver(planned.machine, planned.plan);
      const walked = arrivalsOf(tours);
      expect([...arrivalsOf(paths)].filter((arrival) => !walked.has(arrival))).toEqual([]);
      expect(tours.length).toBeLessThanOrEqual(paths.length);
      expect(Math.max(...tours.map(({ steps }) => steps.length))).toBeLessThanOrEqual(25);
    },
  );

  it('take less than half of the steps where there are many', () => {
    const count = (walks: { steps: unknown[] }[]) => walks.flatMap(({ steps }) => steps).length;
    expect(count(toursOver(selectionMachine, selectionPlan))).toBeLessThan(
      count(pathsOver(selectionMachine, selectionPlan)) / 2,
    );
  });

  it('are the same every time', () => {
    const told = () =>
      toursOver(selectionMachine, selectionPlan).map(({ steps }) => titleOf(steps));
    expect(told()).toEqual(told());
  });

  const lampMachine = setup({
    types: {} as { context: { presses: number }; events: { type: 'press' } | { type: 'break' } },
    actions: { count: assign({ presses: ({ context }) => context.presses + 1 }) },
    guards: { isWarm: ({ context }) => context.presses > 1 },
  }).createMachine({
    id: 'lamp',
    context: { presses: 0 },
    initial: 'off',
    states: {
      off: { on: { press: { target: 'on', actions: 'count' } } },
      on: { on: { press: 'off', break: { guard: 'isWarm', target: 'broken' } } },
      broken: {},
    },
  });
  const lampPlan: Plan<typeof lampMachine> = {
    events: { press: [{ type: 'press' }], break: [{ type: 'break' }] },
    sentences: { press: 'Press the switch', break: 'Break the lamp' },
    answers: {},
  };

  it('continue with their own context', () => {
    expect(
      toursOver(lampMachine, lampPlan).map(({ steps }) => steps.map((s) => s.event.type)),
    ).toEqual([['xstate.init', 'press', 'press', 'press', 'break']]);
  });

  it('report where they failed, and the command that runs only the failed tour', async () => {
    const driver: Driver<typeof lampMachine> = {
      send: () => {},
      answer: () => {},
      expect: (state) => expect(state.matches('broken')).toBe(false),
    };
    const walks = toursOver(lampMachine, lampPlan).map((tour) =>
      walkTour(lampMachine, tour, 'look at the lamp', driver),
    );
    await expect(Promise.all(walks)).rejects.toThrow(
      [
        'lamp, tour 1 of 1, 5 steps: step 5 failed',
        '  step 5: break → broken, from press → on',
        '  before it: off → press → on → press → off → press → on',
        '  alone: look at the lamp',
        '  expected true to be false',
      ].join('\n'),
    );
  });
});
