import type { AnyActorRef } from 'xstate';
import { maskOf } from './mask.ts';
import { isMachine, survey } from './running-machines.ts';

/** Logs every event of every machine to the console, with the resulting state. */
export function logTo(console: Pick<Console, 'info'>, root: AnyActorRef): void {
  root.system.inspect((event) => {
    if (event.type !== '@xstate.snapshot') return;
    const actor = event.actorRef as AnyActorRef;
    if (!isMachine(event.snapshot)) return;
    const live = survey(root).find(({ sessionId }) => sessionId === actor.sessionId);
    console.info(live?.path ?? actor.id, maskOf(event.event), event.snapshot.value);
  });
}
