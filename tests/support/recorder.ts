import {
  type ActorRef,
  createActor,
  type EventObject,
  fromTransition,
  type Snapshot,
} from 'xstate';

/** Stands in for the parent of a machine and keeps what it was told. */
export function recorder<Event extends EventObject>() {
  const actor = createActor(
    fromTransition((told: Event[], event: Event) => [...told, event], []),
  ).start();
  const parent: ActorRef<Snapshot<unknown>, Event> = actor;
  return { parent, told: () => actor.getSnapshot().context };
}
