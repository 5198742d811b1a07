import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  fromCallback,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate';
import { coverageOf } from './coverage.ts';
import { lengthOf } from './delays.ts';
import { type Path, type Plan, pathsOver, walk } from './paths.ts';
import { record } from './record.ts';
import { scripted } from './scripted.ts';

export type Hands = { user: UserEvent; screen: typeof screen };

/** How a person causes each event. `told` marks a fact that reaches the machine from elsewhere. */
export type Gestures<M extends AnyStateMachine> = {
  [T in EventFromLogic<M>['type']]:
    | ((event: Extract<EventFromLogic<M>, { type: T }>, hands: Hands) => Promise<void>)
    | typeof told;
};
export const told = 'told by another part of the app';

/** A child that never says anything. */
const silent: AnyActorLogic = fromCallback(() => {});

export type Scene<M extends AnyStateMachine> = {
  /** The machine as this test runs it: requests scripted, listeners and inner machines as in the app. */
  cast: (machine: M, scripts: Record<string, AnyActorLogic>) => AnyStateMachine;
  view: (actor: ActorRefFrom<M>) => ReactNode;
  gestures: Gestures<M>;
  /** What a person sees in a state; its context is the live one, its value the one of the path. */
  sees: (state: SnapshotFrom<M>) => void;
};

/**
 * Walks every path of a machine on the rendered view: people's events by gesture, outcomes by script, delays by
 * clock. Then fails for each transition of its definition that no path has taken.
 */
export function walkViewed<M extends AnyStateMachine>(machine: M, plan: Plan<M>, scene: Scene<M>) {
  const coverage = coverageOf(machine);

  describe(`${machine.id} on its view`, () => {
    const paths = pathsOver(machine, plan);
    afterAll(() => record('view', machine, coverage.walked));

    it.each(paths.map((path) => [path.title, path] as const))('%s', (_, path) => run(path));

    it('has walked every transition of its definition', () => {
      expect(coverage.missing()).toEqual([]);
    });
  });

  async function run(path: Path<M>) {
    const asked = Object.entries<readonly unknown[]>(plan.answers).filter(
      ([, answers]) => answers.length > 0,
    );
    const children = new Map(asked.map(([id]) => [id, scripted<unknown, unknown>()]));
    const clock = new SimulatedClock();
    const logic = scene.cast(machine, {
      ...Object.fromEntries(Object.keys(plan.answers).map((id) => [id, silent])),
      ...Object.fromEntries([...children].map(([id, child]) => [id, child.logic])),
    });
    const actor = createActor(logic, { input: path.input, clock, inspect: coverage.inspect });
    actor.start();
    const hands: Hands = { user: userEvent.setup(), screen };
    const view = render(scene.view(actor as ActorRefFrom<M>));

    await walk(path, {
      send: async (event) => {
        const gesture = scene.gestures[event.type as keyof Gestures<M>];
        if (gesture === told) actor.send(event);
        else await gesture(event as never, hands);
      },
      answer: (id, answer) => children.get(id)?.answer(answer),
      wait: (delay) => clock.increment(lengthOf(machine.implementations.delays[delay])),
      expect: async (state: AnyMachineSnapshot) => {
        await waitFor(() => {
          const live: AnyMachineSnapshot = actor.getSnapshot();
          expect(live.value).toEqual(state.value);
          scene.sees(live as SnapshotFrom<M>);
        });
      },
    });
    view.unmount();
    actor.stop();
  }
}
