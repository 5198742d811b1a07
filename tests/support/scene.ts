import type { ReactNode } from 'react';
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
  type InspectionEvent,
  type SimulatedClock,
} from 'xstate';
import type { Answer, Path, Plan } from './paths.ts';
import { scriptedRequest } from './scripted-request.ts';

/** A machine, its events and its view: for every page that replays paths. */
export type Scene<M extends AnyStateMachine> = Staging<M> & { machine: M; plan: Plan<M> };

type Staging<M extends AnyStateMachine> = {
  /** The machine on a stage: requests scripted, listeners and inner machines as in the app. */
  cast: (machine: M, scripts: Record<string, AnyActorLogic>) => AnyStateMachine;
  view: (actor: ActorRefFrom<M>) => ReactNode;
};

export const sceneOf = <M extends AnyStateMachine>(
  machine: M,
  plan: Plan<M>,
  staging: Staging<M>,
): Scene<M> => ({ machine, plan, ...staging });

/** A child that never sends anything. */
const silent: AnyActorLogic = fromCallback(() => {});

type Staged = {
  actor: AnyActorRef;
  /** Ends the request of a child the way its path says. */
  answer(child: string, answer: Answer): void;
};

/** Starts the machine of a scene at the beginning of a path, with every request waiting for its answer. */
export function stage<M extends AnyStateMachine>(
  { machine, plan, cast }: Scene<M>,
  path: Path<M>,
  given: { clock: SimulatedClock; inspect?: (event: InspectionEvent) => void },
): Staged {
  const asked = Object.entries<readonly unknown[]>(plan.answers).filter(
    ([, answers]) => answers.length > 0,
  );
  const children = new Map(asked.map(([id]) => [id, scriptedRequest<unknown, unknown>()]));
  const logic = cast(machine, {
    ...Object.fromEntries(Object.keys(plan.answers).map((id) => [id, silent])),
    ...Object.fromEntries([...children].map(([id, child]) => [id, child.logic])),
  });
  const actor = createActor(logic, { input: path.input, ...given }).start();
  return { actor, answer: (id, answer) => children.get(id)?.answer(answer) };
}
