import type { ActorRef, EventObject, Snapshot } from 'xstate';

/** The parent of a machine, typed by the events that it accepts. */
export type Parent<Event extends EventObject> = ActorRef<Snapshot<unknown>, Event>;
