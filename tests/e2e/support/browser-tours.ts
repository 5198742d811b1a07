import { expect, test } from '@playwright/test';
import { type AnyMachineSnapshot, type AnyStateMachine, SimulatedClock } from 'xstate';
import { coverageOf } from '../../support/coverage.ts';
import { record } from '../../support/coverage-record.ts';
import { lengthOf } from '../../support/delays.ts';
import { type Driver, type Path, type Plan, walk } from '../../support/paths.ts';
import { sceneOf, startScene } from '../../support/scene.ts';
import { toursOver, walkTour } from '../../support/tours.ts';

/** A bare actor that follows the walk: the inside of the app cannot be seen from a browser. */
function follow<M extends AnyStateMachine>(machine: M, plan: Plan<M>, path: Path<M>) {
  const clock = new SimulatedClock();
  const coverage = coverageOf(machine);
  const scene = sceneOf(machine, plan, {
    provide: (one, actors) => (one as AnyStateMachine).provide({ actors }),
    view: () => null,
  });
  const { actor, answer } = startScene(scene, path, { clock, inspect: coverage.inspect });
  const driver: Driver<M> = {
    send: (event) => actor.send(event),
    answer,
    wait: (delay) => clock.increment(lengthOf(machine.implementations.delays[delay])),
    expect: (state: AnyMachineSnapshot) =>
      expect.poll(() => actor.getSnapshot().value, { intervals: [1] }).toEqual(state.value),
  };
  return { coverage, driver };
}

/** Records the branches of a path, once a browser has shown each of its states. */
async function recordWalked<M extends AnyStateMachine>(machine: M, plan: Plan<M>, path: Path<M>) {
  const { coverage, driver } = follow(machine, plan, path);
  await walk(path, driver);
  record('browser', machine, coverage.walked);
}

/**
 * The tours of a machine for a browser. A transition counts as taken when the page has shown each state of the tour
 * that takes it.
 */
export function browserTours<M extends AnyStateMachine>(
  machine: M,
  plan: Plan<M>,
  longest?: number,
) {
  const tours = toursOver(machine, plan, longest);
  return {
    tours,
    /** Walks a tour by the actions of a person and a server; `file` is the spec file. */
    async walk(file: string, tour: Path<M>, hands: Driver<M>) {
      const command = `npx playwright test tests/e2e/${file} -g "${test.info().title}"`;
      await walkTour(machine, tour, command, hands);
      await recordWalked(machine, plan, tour);
    },
    /** The transitions of the machine that no tour takes. */
    async missing(): Promise<string[]> {
      const lacks = await Promise.all(
        tours.map(async (tour) => {
          const { coverage, driver } = follow(machine, plan, tour);
          await walk(tour, driver);
          return coverage.missing();
        }),
      );
      return lacks.reduce((left, right) => left.filter((edge) => right.includes(edge)));
    },
  };
}
