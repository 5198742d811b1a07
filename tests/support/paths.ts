import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import { getStateNodes, TestModel } from 'xstate/graph';
import { edgeOf } from './coverage.ts';
import type { SentencesIn } from './sentences.ts';

/** How a child actor may end: with an output or with an error. */
export type Answer<Output = unknown> = { output: Output } | { error: unknown };

export type Path<M extends AnyStateMachine> = {
  title: string;
  input: InputFrom<M> | undefined;
  steps: Step<M>[];
};

/** A system under test: a bare actor, a rendered view or a browser. */
export type Driver<M extends AnyStateMachine> = {
  send(event: EventFromLogic<M>): void | Promise<void>;
  answer(actor: string, answer: Answer): void | Promise<void>;
  /** Lets a named delay pass. */
  wait?(delay: string): void | Promise<void>;
  expect(state: SnapshotFrom<M>): void | Promise<void>;
};

/**
 * Every event and every child of a machine, with the payloads worth trying. Delays need none. A child that only reports
 * (a listener, another machine) has no answers and sends events instead.
 */
export type Plan<M extends AnyStateMachine> = SentencesIn<M> & {
  events: { [T in EventFromLogic<M>['type']]: readonly Extract<EventFromLogic<M>, { type: T }>[] };
  answers: { [Id in keyof ChildrenOf<M>]-?: readonly Answer<OutputOf<ChildrenOf<M>[Id]>>[] };
  /** The machine's input, where guards depend on it. */
  inputs?: readonly InputFrom<M>[];
  /** Used on long walks: whether the target of a sample is still on the screen. */
  isPossible?(event: { type: string }, state: SnapshotFrom<M>): boolean;
};

type ChildrenOf<M> = SnapshotFrom<M> extends { children: infer Children } ? Children : never;
type OutputOf<Ref> = NonUndefined<
  SnapshotFrom<Extract<Ref, AnyActorRef>> extends { output?: infer Output } ? Output : unknown
>;
type NonUndefined<T> = T extends undefined ? never : T;

export type Step<M extends AnyStateMachine> = {
  event: { type: string };
  /** The state after the event; its context is one example of several possible ones. */
  state: SnapshotFrom<M>;
};

/**
 * The fewest paths that walk every transition of a machine.
 *
 * Two visits are the same vertex only when they arrived over the same branch of the same edge, which turns
 * "shortest path to every state" into "shortest path over every transition", loops and guards included.
 * Context stays out of the key, so free text and counters cannot make the graph infinite.
 */
export function pathsOver<M extends AnyStateMachine>(machine: M, plan: Plan<M>): Path<M>[] {
  const inputs = plan.inputs ?? [undefined];
  return inputs.flatMap((input, index) => {
    const logic: AnyStateMachine = machine;
    const model = new TestModel<AnyMachineSnapshot, { type: string }, unknown>(logic, {
      input,
      events: [...eventsOf(plan), ...delaysOf(machine)],
      filterEvents: (snapshot, event) => snapshot.can(event),
      serializeState: keyOver(logic),
      limit: 5_000,
    });
    return model.getShortestPaths().map(({ steps }) => ({
      title: `${inputs.length > 1 ? `${index + 1}: ` : ''}${titleOf(steps)}`,
      input,
      steps: steps as Step<M>[],
    }));
  });
}

/**
 * The key of a vertex. The traversal computes it twice, the second time with another example of the previous state,
 * whose context may choose another branch: the first key is cached. A transition that changes nothing returns the same
 * snapshot, so the event is part of the cache key.
 */
function keyOver(machine: AnyStateMachine) {
  const known = new WeakMap<object, Map<string, string>>();
  return (
    snapshot: AnyMachineSnapshot,
    event: { type: string } | undefined,
    previous: AnyMachineSnapshot | undefined,
  ): string => {
    const keys = known.get(snapshot) ?? new Map<string, string>();
    known.set(snapshot, keys);
    const arrival = JSON.stringify([event, previous === snapshot]);
    const branches = previous && event ? machine.getTransitionData(previous, event) : [];
    const key =
      keys.get(arrival) ??
      JSON.stringify([previous?.value, event, snapshot.value, branches.map(edgeOf)]);
    keys.set(arrival, key);
    return key;
  };
}

/** Walks one path with one driver, comparing after every step. */
export async function walk<M extends AnyStateMachine>(path: Path<M>, driver: Driver<M>) {
  for (const { event, state } of path.steps) {
    const actor = actorOf(event);
    const [, delay] = event.type.match(/^xstate\.after\.([^.]+)\./) ?? [];
    if (actor) await driver.answer(actor, event as unknown as Answer);
    else if (delay) await driver.wait?.(delay);
    else if (event.type !== 'xstate.init') await driver.send(event as EventFromLogic<M>);
    await driver.expect(state);
  }
}

/** The id of the child that an end event belongs to. */
export const actorOf = ({ type }: { type: string }): string | undefined =>
  /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];

export const titleOf = (steps: { state: AnyMachineSnapshot; event: { type: string } }[]) =>
  steps
    .map(({ state, event }) =>
      event.type === 'xstate.init' ? valueText(state) : `${event.type} → ${valueText(state)}`,
    )
    .join(' → ');

const valueText = ({ value }: AnyMachineSnapshot) => JSON.stringify(value).replaceAll('"', '');

/** The events of a plan as the machine receives them. */
export function eventsOf<M extends AnyStateMachine>({
  events,
  answers,
}: Plan<M>): { type: string }[] {
  const sent = Object.values<readonly { type: string }[]>(events).flat();
  const answered = Object.entries<readonly Answer[]>(answers).flatMap(([id, options]) =>
    options.map((answer) => ({
      type: `xstate.${'error' in answer ? 'error' : 'done'}.actor.${id}`,
      ...answer,
    })),
  );
  return [...sent, ...answered];
}

export const delaysOf = (machine: AnyStateMachine): { type: string }[] =>
  getStateNodes(machine).flatMap(({ after }) =>
    after.map(({ eventType }) => ({ type: eventType })),
  );
