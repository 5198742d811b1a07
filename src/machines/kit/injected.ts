import {
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';

/**
 * Declares a request that a machine needs and does not own.
 * The composition root provides the real one; running the placeholder is a wiring mistake.
 */
export function injected<Output, Input>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() =>
    Promise.reject(new Error(`The actor "${name}" was not provided.`)),
  );
}

/** The same for an actor that goes on reporting: the address bar, the clock, the other tabs. */
export function injectedListener<Report extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<AnyEventObject, Input, Report> {
  return fromCallback<AnyEventObject, Input, Report>(() => {
    throw new Error(`The actor "${name}" was not provided.`);
  });
}

/**
 * The same for a machine, whose code may come to the browser after that of the machine which invokes it.
 * Whoever invokes it waits for the code first.
 */
export function injectedMachine<Machine extends AnyStateMachine>(
  name: string,
  arrived: () => Machine | null = () => null,
): Machine {
  const machine = (): Machine => {
    const found = arrived();
    if (found) return found;
    throw new Error(`The machine "${name}" was not provided.`);
  };
  return new Proxy({} as Machine, { get: (_, key) => Reflect.get(machine(), key) });
}

/** A child that runs one of several machines: which one is said by its input when it starts. */
export function machineBy<Input, Event extends EventObject>(
  choose: (input: Input) => AnyStateMachine,
): ActorLogic<AnyMachineSnapshot, Event, Input> {
  return {
    getInitialSnapshot: (scope, input) => choose(input).getInitialSnapshot(scope, input),
    transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
    start: (snapshot) => snapshot.machine.start(snapshot),
    getPersistedSnapshot: (snapshot, options) =>
      snapshot.machine.getPersistedSnapshot(snapshot, options),
  };
}

/** What tells whoever reads something to read it once more: all of it, or only what failed. */
export type Recovery = { type: 'network.returned' } | { type: 'retry' };

/** A listener a machine can do without: unless one is provided, nothing is heard. */
export function optionalListener<Report extends EventObject>(): CallbackActorLogic<
  AnyEventObject,
  undefined,
  Report
> {
  return fromCallback<AnyEventObject, undefined, Report>(() => {});
}
