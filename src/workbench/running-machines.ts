import type { AnyActorRef, AnyMachineSnapshot, StateValue } from 'xstate';

/** A running machine, as reported to the workbench. */
export type Live = {
  /** Its path from the root: `session/workspace/dashboard`. */
  path: string;
  /** Unique among all actors of this page. */
  sessionId: string;
  /** The id of its machine. */
  machine: string;
  value: StateValue;
  tags: string[];
  status: string;
  /** The events that it handles in this state; guards may still reject them. */
  events: string[];
};

/** The root and every running machine below it. */
export const survey = (root: AnyActorRef): Live[] =>
  actorsBelow(root).map(({ path, actor, snapshot }) => ({
    path,
    sessionId: actor.sessionId,
    machine: snapshot.machine.id,
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    status: snapshot.status,
    events: eventsOf(snapshot),
  }));

/** The running machine at a path. */
export const actorAt = (root: AnyActorRef, path: string): AnyActorRef | undefined =>
  actorsBelow(root).find((one) => one.path === path)?.actor;

type Found = { path: string; actor: AnyActorRef; snapshot: AnyMachineSnapshot };

function actorsBelow(actor: AnyActorRef, above = ''): Found[] {
  const snapshot: unknown = actor.getSnapshot();
  if (!isMachine(snapshot)) return [];
  // The open screen has its own name, because its actor id is the same for all screens.
  const isNamedByMachine = above === '' || actor.id === 'screen';
  const path = `${above}${isNamedByMachine ? snapshot.machine.id : actor.id}`;
  const children = Object.values<AnyActorRef | undefined>(snapshot.children);
  return [
    { path, actor, snapshot },
    ...children.flatMap((child) => (child ? actorsBelow(child, `${path}/`) : [])),
  ];
}

export const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && 'machine' in snapshot && 'value' in snapshot;

const eventsOf = ({ _nodes, status }: AnyMachineSnapshot): string[] =>
  status === 'active'
    ? [...new Set(_nodes.flatMap(({ ownEvents }) => ownEvents))]
        .filter((type) => !type.startsWith('xstate.'))
        .sort()
    : [];
