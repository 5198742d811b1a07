import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Channel, ChannelMessage, Report, Request } from './channel.ts';
import { maskOf } from './mask.ts';
import { actorAt, isMachine, survey } from './running-machines.ts';

type Options = {
  channel: Channel;
  /** The id of this tab. */
  app: string;
  /** The page's address, which identifies the tab for a person. */
  page: () => string;
  now: () => number;
  /** Calls back when all queued events are processed. */
  settle: (then: () => void) => void;
};

/** Reports the actors and events below a root to the workbench, and forwards events that are sent from there. */
export function broadcast(root: AnyActorRef, { channel, app, page, now, settle }: Options) {
  const say = (report: Report) => channel.postMessage(report);
  let isDue = false;
  const tellSoon = () => {
    if (isDue) return;
    isDue = true;
    settle(() => {
      isDue = false;
      say({ kind: 'running', app, page: page(), actors: survey(root) });
    });
  };
  const paths = new Map<string, string>();
  const pathOf = (actor: AnyActorRef): string => {
    const known = paths.get(actor.sessionId);
    if (known) return known;
    for (const { sessionId, path } of survey(root)) paths.set(sessionId, path);
    return paths.get(actor.sessionId) ?? actor.id;
  };

  const watching = root.system.inspect((event: InspectionEvent) => {
    if (event.type === '@xstate.event') {
      const told = toldOf(event, now(), pathOf);
      if (told) say({ kind: 'told', app, told });
    }
    tellSoon();
  });
  const hear = ({ data }: Event & { data?: Request }) => {
    if (data?.kind === 'who') tellSoon();
    if (data?.kind === 'send' && data.app === app) take(data);
  };
  channel.addEventListener('message', hear);
  tellSoon();

  function take({ path, event }: Request & { kind: 'send' }) {
    const refuse = (reason: string) =>
      say({ kind: 'refused', app, path, type: event.type, reason });
    const actor = actorAt(root, path);
    if (!actor) return refuse('It does not run any more.');
    try {
      if (!actor.getSnapshot().can(event)) return refuse('Its state does not take this event.');
      actor.send(event);
    } catch (error) {
      refuse(`A guard could not read this event: ${String(error)}`);
    }
  }

  return {
    stop() {
      watching.unsubscribe();
      channel.removeEventListener('message', hear);
      say({ kind: 'gone', app });
    },
  };
}

function toldOf(
  { actorRef, sourceRef, event }: InspectionEvent & { type: '@xstate.event' },
  at: number,
  pathOf: (actor: AnyActorRef) => string,
): ChannelMessage | null {
  const actor = actorRef as AnyActorRef;
  const snapshot: unknown = actor.getSnapshot();
  if (!isMachine(snapshot)) return null;
  return {
    at,
    path: pathOf(actor),
    machine: snapshot.machine.id,
    event: maskOf(event) as { type: string },
    source: sourceRef ? pathOf(sourceRef as AnyActorRef) : null,
  };
}
