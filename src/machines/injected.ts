import {
  type AnyEventObject,
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
export function injectedListener<Report extends EventObject>(
  name: string,
): CallbackActorLogic<AnyEventObject, undefined, Report> {
  return fromCallback<AnyEventObject, undefined, Report>(() => {
    throw new Error(`The actor "${name}" was not provided.`);
  });
}
