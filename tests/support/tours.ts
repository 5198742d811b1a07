import {
  type AnyActorRef,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { edgeOf } from './coverage.ts';
import {
  actorOf,
  type Driver,
  delaysOf,
  eventsOf,
  type Path,
  type Plan,
  type Step,
  titleOf,
  walk,
} from './paths.ts';

const emptyActor = createEmptyActor();
/**
 * A system where nothing runs. The library's `transition` would create an actor of the whole machine for each event.
 */
const nowhere: AnyActorScope = {
  self: emptyActor,
  system: emptyActor.system,
  id: '',
  sessionId: '',
  logger: () => {},
  defer: () => {},
  stopChild: () => {},
  emit: () => {},
  actionExecutor: () => {},
};

/** One failure must not hide many. */
const usualLength = 25;

type Visit = {
  step: { event: { type: string }; state: AnyMachineSnapshot };
  /** The key of a transition, its source, target and payload: the same as the vertices of `pathsOver`. */
  key: string;
  /** The children that have already answered. A request answers once, which snapshots do not record. */
  answered: ReadonlySet<AnyActorRef>;
  before: Visit | null;
  /** The known result of each event. */
  after: (Visit | null)[];
};

/**
 * Everything that `pathsOver` walks, in a few long tours instead of many short paths, for drivers whose steps are slow.
 * A tour continues by the shortest way to an unwalked transition. A new one starts when there is no way, or when this
 * one is long enough. Every state is computed from the one before, so guards see the real context.
 */
export function toursOver<M extends AnyStateMachine>(
  machine: M,
  plan: Plan<M>,
  longest = usualLength,
): Path<M>[] {
  const events = [...eventsOf(plan), ...delaysOf(machine)];
  const tours = (plan.inputs ?? [undefined]).flatMap((input) =>
    toursFrom(machine, plan, events, input, longest),
  );
  return tours.map(({ input, steps }, index) => ({
    title: `tour ${index + 1} of ${tours.length}, ${steps.length} steps`,
    input,
    steps,
  }));
}

/**
 * Walks a tour as `walk` does a path. An error names the step and the machine, the steps before it, and the command
 * that walks this tour only.
 */
export async function walkTour<M extends AnyStateMachine>(
  machine: M,
  tour: Path<M>,
  onlyOne: string,
  driver: Driver<M>,
) {
  for (const [index, step] of tour.steps.entries()) {
    try {
      await walk({ ...tour, steps: [step] }, driver);
    } catch (error) {
      const before = tour.steps.slice(0, index);
      throw new Error(
        [
          `${machine.id}, ${tour.title}: step ${index + 1} failed`,
          `  step ${index + 1}: ${titleOf([step])}, from ${titleOf(before.slice(-1))}`,
          `  before it: ${titleOf(before)}`,
          `  alone: ${onlyOne}`,
          `  ${error instanceof Error ? error.message : String(error)}`,
        ].join('\n'),
        { cause: error },
      );
    }
  }
}

function toursFrom<M extends AnyStateMachine>(
  machine: M,
  plan: Plan<M>,
  events: { type: string }[],
  input: InputFrom<M> | undefined,
  longest: number,
) {
  const logic: AnyStateMachine = machine;
  const state = logic.getInitialSnapshot(nowhere, input);
  const step = { event: { type: 'xstate.init' }, state };
  const start: Visit = { step, key: '', answered: new Set(), before: null, after: [] };
  const walked = new Set([start.key]);
  const tours: { input: InputFrom<M> | undefined; steps: Step<M>[] }[] = [];
  const look = (from: Visit, isSame: (visit: Visit) => string) =>
    nearest(from, walked, isSame, (visit) => {
      const state = visit.step.state as SnapshotFrom<M>;
      const isPossible = (event: { type: string }) => plan.isPossible?.(event, state) ?? true;
      return after(logic, events, visit, isPossible);
    });

  for (;;) {
    const first = look(start, byState) ?? look(start, byArrival);
    if (!first) break;
    let steps: Visit['step'][] = [];
    for (let next: Visit | null = first; next; next = look(next, byState)) {
      const further = stepsTo(next);
      if (steps.length > 0 && further.length > longest) break;
      for (let visit: Visit | null = next; visit; visit = visit.before) walked.add(visit.key);
      steps = further;
    }
    tours.push({ input, steps: steps as Step<M>[] });
  }
  return tours.length > 0 ? tours : [{ input, steps: [step] as unknown as Step<M>[] }];
}

/** Good enough to continue; transitions that need another context are searched from the start. */
const byState = ({ step }: Visit) => JSON.stringify(step.state.value);
const byArrival = ({ key }: Visit) => key;

/** Explores from the present state of a walk, in the order of the plan's events. */
function nearest(
  from: Visit,
  walked: ReadonlySet<string>,
  isSame: (visit: Visit) => string,
  after: (visit: Visit) => Iterable<Visit>,
): Visit | null {
  const seen = new Set([isSame(from)]);
  const waiting = [from];
  for (const visit of waiting) {
    for (const next of after(visit)) {
      if (!walked.has(next.key)) return next;
      if (seen.has(isSame(next))) continue;
      seen.add(isSame(next));
      waiting.push(next);
    }
  }
  return null;
}

function* after(
  machine: AnyStateMachine,
  events: { type: string }[],
  visit: Visit,
  isPossible: (event: { type: string }) => boolean,
) {
  for (const [index, event] of events.entries()) {
    if (visit.after[index] === undefined) {
      visit.after[index] = isPossible(event) ? arrival(machine, visit, event) : null;
    }
    const next = visit.after[index];
    if (next) yield next;
  }
}

function arrival(machine: AnyStateMachine, before: Visit, event: { type: string }): Visit | null {
  const previous = before.step.state;
  const id = actorOf(event);
  const child: AnyActorRef | undefined = id ? previous.children[id] : undefined;
  if (id && (!child || before.answered.has(child))) return null;
  const taken = machine.getTransitionData(previous, event);
  if (!taken.some(({ target, actions }) => target || actions.length > 0)) return null;
  const state = machine.transition(previous, event, nowhere);
  return {
    step: { event, state },
    key: JSON.stringify([previous.value, event, state.value, taken.map(edgeOf)]),
    answered: child ? new Set([...before.answered, child]) : before.answered,
    before,
    after: [],
  };
}

function stepsTo(end: Visit): Visit['step'][] {
  const steps = [];
  for (let visit: Visit | null = end; visit; visit = visit.before) steps.unshift(visit.step);
  return steps;
}
