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
import { record } from './coverage-record.ts';
import { lengthOf } from './delays.ts';
import type { Path } from './paths.ts';
import { type Scene, startScene } from './scene.ts';
import { toursOver, walkTour } from './tours.ts';

export type UserAndScreen = { user: UserEvent; screen: typeof screen };

/**
 * How a person causes each event. `fromElsewhere` marks an event that reaches the machine from elsewhere; a gesture
 * that finds no control may return it.
 */
export type Gestures<M extends AnyStateMachine> = {
  [T in EventFromLogic<M>['type']]:
    | ((event: Extract<EventFromLogic<M>, { type: T }>, hands: UserAndScreen) => Promise<unknown>)
    | typeof fromElsewhere;
};
export const fromElsewhere = 'sent by another part of the app';

/**
 * The button of a notice belongs to the app around a view; a removal that can be undone is offered by name in the view.
 */
export async function undo(name: string, { user, screen }: UserAndScreen): Promise<unknown> {
  const button = screen.queryByRole('button', { name: 'Undo' });
  const isThis = button?.closest('[role="alert"]')?.textContent.includes(`“${name}”`);
  return button && isThis ? user.click(button) : fromElsewhere;
}

/** A tour is many steps on one page. */
const patience = { timeout: 120_000 };

/** The options that a test adds to a scene. */
type ViewWalk<M extends AnyStateMachine> = {
  gestures: Gestures<M>;
  /** The scene uses only a part of a kit chart; the test of the kit walks all of it. */
  isPart?: boolean;
  /** The screen of a state; the context is the live one, the value that of the path. */
  sees: (state: SnapshotFrom<M>) => void;
};

/**
 * Walks every tour of a machine on the rendered view: people's events by gesture, outcomes by script, delays by clock.
 * Then fails for each transition of its definition that no tour has taken.
 */
export function walkView<M extends AnyStateMachine>(
  scene: Scene<M>,
  { gestures, sees, isPart = false }: ViewWalk<M>,
) {
  const { machine, plan, view } = scene;
  const coverage = coverageOf(machine);
  const performed = new Set<string>();

  describe(`${machine.id} on its view`, () => {
    const tours = toursOver(machine, plan);
    afterAll(() => record('view', machine, coverage.walked));

    it.each(tours.map((tour) => [tour.title, tour] as const))('%s', patience, (_, tour) =>
      run(tour),
    );

    it('has caused by gesture every event that has a gesture', () => {
      const missing = Object.entries(gestures)
        .filter(([type, gesture]) => gesture !== fromElsewhere && !performed.has(type))
        .map(([type]) => type);
      expect(missing).toEqual([]);
    });

    if (!isPart) {
      it('has walked every transition of its definition', () => {
        expect(coverage.missing()).toEqual([]);
      });
    }
  });

  async function run(tour: Path<M>) {
    const clock = new SimulatedClock();
    const { actor, answer } = startScene(scene, tour, { clock, inspect: coverage.inspect });
    const hands: UserAndScreen = { user: userEvent.setup(), screen };
    const rendered = render(view(actor as ActorRefFrom<M>));

    const command = `npx vitest run --project views -t '${machine.id} on its view ${tour.title}'`;
    await walkTour(machine, tour, command, {
      send: async (event) => {
        const gesture = gestures[event.type as keyof Gestures<M>];
        const done =
          gesture === fromElsewhere ? fromElsewhere : await gesture(event as never, hands);
        if (done === fromElsewhere) actor.send(event);
        else performed.add(event.type);
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
