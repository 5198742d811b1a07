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
export type Scene<M extends AnyStateMachine> = SceneParts<M> & { machine: M; plan: Plan<M> };

type SceneParts<M extends AnyStateMachine> = {
  /** Provides the machine with scripted requests; listeners and inner machines are those of the app. */
  provide: (machine: M, scripts: Record<string, AnyActorLogic>) => AnyStateMachine;
  view: (actor: ActorRefFrom<M>) => ReactNode;
};

export const sceneOf = <M extends AnyStateMachine>(
  machine: M,
  plan: Plan<M>,
  parts: SceneParts<M>,
): Scene<M> => ({ machine, plan, ...parts });

/** A child that never sends anything. */
const silent: AnyActorLogic = fromCallback(() => {});

type StartedScene = {
  actor: AnyActorRef;
  /** Ends the request of a child the way its path says. */
  answer(child: string, answer: Answer): void;
};

/** Starts the machine of a scene at the beginning of a path, with every request waiting for its answer. */
export function startScene<M extends AnyStateMachine>(
  { machine, plan, provide }: Scene<M>,
  path: Path<M>,
  options: { clock: SimulatedClock; inspect?: (event: InspectionEvent) => void },
): StartedScene {
  const requests = Object.entries<readonly unknown[]>(plan.answers).filter(
    ([, answers]) => answers.length > 0,
  );
  const children = new Map(requests.map(([id]) => [id, scriptedRequest<unknown, unknown>()]));
  const logic = provide(machine, {
    ...Object.fromEntries(Object.keys(plan.answers).map((id) => [id, silent])),
    ...Object.fromEntries([...children].map(([id, child]) => [id, child.logic])),
  });
  const actor = createActor(logic, { input: path.input, ...options }).start();
  return { actor, answer: (id, answer) => children.get(id)?.answer(answer) };
}
