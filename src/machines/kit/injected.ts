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

/** Declares a request that the wiring provides. Running the placeholder means that the wiring forgot it. */
export function injected<Output, Input>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() =>
    Promise.reject(new Error(`The actor "${name}" was not provided.`)),
  );
}

/** Declares a listener that the wiring provides: the address bar, the clock, other tabs. */
export function injectedListener<Report extends EventObject, Input = undefined>(
  name: string,
): CallbackActorLogic<AnyEventObject, Input, Report> {
  return fromCallback<AnyEventObject, Input, Report>(() => {
    throw new Error(`The actor "${name}" was not provided.`);
  });
}

/**
 * Declares a machine that the wiring provides and whose code may load later. A parent must wait for the code before it
 * invokes the machine.
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

/** A child that runs one of several machines, which its input chooses when it starts. */
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

/** A request to read again: after `network.returned` everything, after `retry` only what failed. */
export type RecoveryEvent = { type: 'network.returned' } | { type: 'retry' };

/** A listener that is optional: without a provided one it reports nothing. */
export function optionalListener<Report extends EventObject>(): CallbackActorLogic<
  AnyEventObject,
  undefined,
  Report
> {
  return fromCallback<AnyEventObject, undefined, Report>(() => {});
}
