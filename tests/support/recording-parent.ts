import {
  type ActorRef,
  createActor,
  type EventObject,
  fromTransition,
  type Snapshot,
} from 'xstate';

/** A parent for a machine that records the events it receives. */
export function recordingParent<Event extends EventObject>() {
  const actor = createActor(
    fromTransition((told: Event[], event: Event) => [...told, event], []),
  ).start();
  const parent: ActorRef<Snapshot<unknown>, Event> = actor;
  return { parent, told: () => actor.getSnapshot().context };
}
