import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  SimulatedClock,
} from 'xstate';
import { lengthOf } from '#tests/support/delays.ts';
import { type Answer, type Path, walk } from '#tests/support/paths.ts';
import { type Scene, startScene } from '#tests/support/scene.ts';
import { statesIn, textOf } from './values.ts';

/** A machine instance that has walked a path, and its controls. */
export type Played = {
  actor: AnyActorRef;
  answer: (child: string, answer: Answer) => void;
  wait: (delay: string) => void;
  /** Where the instance left the path, if it did. */
  problem: string | null;
};

export type Place = { path: number; step: number };

/** The step in an address: steps are counted from one, and the last is the default. */
export const stepAt = (asked: string | null, steps: number): number =>
  Math.min(Math.max(Number(asked ?? steps) || 1, 1), steps) - 1;

/**
 * Starts an instance and walks it along a path, up to a step: it sends events, resolves requests and lets delays
 * elapse.
 */
export async function play(
  scene: Scene<AnyStateMachine>,
  path: Path<AnyStateMachine>,
  upTo: number,
): Promise<Played> {
  const clock = new SimulatedClock();
  const { actor, answer } = startScene(scene, path, { clock });
  const delays = scene.machine.implementations.delays;
  const wait = (delay: string) => clock.increment(lengthOf(delays[delay]));
  const played = { actor, answer, wait };
  try {
    await walk(
      { ...path, steps: path.steps.slice(0, upTo + 1) },
      {
        send: (event) => actor.send(event),
        answer,
        wait,
        expect: (state) => arrival(actor, state),
      },
    );
    return { ...played, problem: null };
  } catch (error) {
    return { ...played, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** How long a request that resolves by itself may take. */
const patience = 3_000;

function arrival(actor: AnyActorRef, wanted: AnyMachineSnapshot): Promise<void> {
  const isThere = () => JSON.stringify(actor.getSnapshot().value) === JSON.stringify(wanted.value);
  return new Promise((resolve, reject) => {
    if (isThere()) return resolve();
    const end = () => {
      clearTimeout(late);
      watching.unsubscribe();
    };
    const watching = actor.subscribe(() => {
      if (!isThere()) return;
      end();
      resolve();
    });
    const late = setTimeout(() => {
      end();
      const is = textOf(actor.getSnapshot().value);
      reject(new Error(`The path leads to ${textOf(wanted.value)}; this copy is in ${is}.`));
    }, patience);
  });
}

/** The shortest path to a state. */
export function placeOf(paths: readonly Path<AnyStateMachine>[], state: string): Place | null {
  const places = paths.flatMap(({ steps }, path) => {
    const step = steps.findIndex((one) => statesIn(one.state.value).includes(state));
    return step < 0 ? [] : [{ path, step }];
  });
  return places.toSorted((one, other) => one.step - other.step)[0] ?? null;
}
