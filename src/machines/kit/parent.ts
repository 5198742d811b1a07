import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** Whoever invoked a machine, known only by what it can be told. */
export type Parent<Event extends EventObject> = ActorRef<Snapshot<unknown>, Event>;
