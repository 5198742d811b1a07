import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type ActorRefFrom,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate';
import { coverageOf } from './coverage.ts';
import { lengthOf } from './delays.ts';
import { type Path, pathsOver, walk } from './paths.ts';
import { record } from './record.ts';
import { type Scene, stage } from './scene.ts';

export type Hands = { user: UserEvent; screen: typeof screen };

/** How a person causes each event. `told` marks a fact that reaches the machine from elsewhere. */
export type Gestures<M extends AnyStateMachine> = {
  [T in EventFromLogic<M>['type']]:
    | ((event: Extract<EventFromLogic<M>, { type: T }>, hands: Hands) => Promise<void>)
    | typeof told;
};
export const told = 'told by another part of the app';

/** What a test adds to a scene. */
type Walked<M extends AnyStateMachine> = {
  gestures: Gestures<M>;
  /** What a person sees in a state; its context is the live one, its value the one of the path. */
  sees: (state: SnapshotFrom<M>) => void;
};

/**
 * Walks every path of a machine on the rendered view: people's events by gesture, outcomes by script, delays by
 * clock. Then fails for each transition of its definition that no path has taken.
 */
export function walkViewed<M extends AnyStateMachine>(
  scene: Scene<M>,
  { gestures, sees }: Walked<M>,
) {
  const { machine, plan, view } = scene;
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
    const clock = new SimulatedClock();
    const { actor, answer } = stage(scene, path, { clock, inspect: coverage.inspect });
    const hands: Hands = { user: userEvent.setup(), screen };
    const rendered = render(view(actor as ActorRefFrom<M>));

    await walk(path, {
      send: async (event) => {
        const gesture = gestures[event.type as keyof Gestures<M>];
        if (gesture === told) actor.send(event);
        else await gesture(event as never, hands);
      },
      answer,
      wait: (delay) => clock.increment(lengthOf(machine.implementations.delays[delay])),
      expect: async (state: AnyMachineSnapshot) => {
        await waitFor(() => {
          const live: AnyMachineSnapshot = actor.getSnapshot();
          expect(live.value).toEqual(state.value);
          sees(live as SnapshotFrom<M>);
        });
      },
    });
    rendered.unmount();
    actor.stop();
  }
}
