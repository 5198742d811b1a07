import { afterAll, describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { coverageOf } from './coverage.ts';
import { record } from './coverage-record.ts';
import { lengthOf } from './delays.ts';
import { type Path, type Plan, pathsOver, walk } from './paths.ts';
import { scriptedRequest } from './scripted-request.ts';

/**
 * Walks every path of a machine on a bare actor whose children are all scriptedRequest, then fails for each transition
 * of its definition that no path has taken.
 */
export function walkActor<M extends AnyStateMachine>(machine: M, plan: Plan<M>) {
  const coverage = coverageOf(machine);

  describe(machine.id, () => {
    const paths = pathsOver(machine, plan);
    afterAll(() => record('actor', machine, coverage.walked));

    it.each(paths.map((path) => [path.title, path] as const))('%s', (_, path) => run(path));

    it('has walked every transition of its definition', () => {
      expect(coverage.missing()).toEqual([]);
    });
  });

  async function run(path: Path<M>) {
    const children = Object.fromEntries(
      Object.keys(plan.answers).map((id) => [id, scriptedRequest<unknown, unknown>()]),
    );
    const clock = new SimulatedClock();
    const logic: AnyStateMachine = machine;
    const actor = createActor(
      logic.provide({
        actors: Object.fromEntries(
          Object.entries(children).map(([id, child]) => [id, child.logic]),
        ),
      }),
      { input: path.input, clock, inspect: coverage.inspect },
    ).start();

    await walk(path, {
      send: (event) => actor.send(event),
      answer: (id, answer) => children[id]?.answer(answer),
      wait: (delay) => clock.increment(lengthOf(machine.implementations.delays[delay])),
      expect: (state: AnyMachineSnapshot) =>
        expect.poll(() => actor.getSnapshot().value).toEqual(state.value),
    });
    actor.stop();
  }
}
