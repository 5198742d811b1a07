import type {
  AnyActorRef,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';

/** Names one branch of one transition: where it starts, what takes it, which of its guards. */
export function edgeOf(edge: AnyTransitionDefinition): string {
  const { source, eventType } = edge;
  const branches = eventType === '' ? (source.always ?? []) : source.transitions.get(eventType);
  return nameOf(source.id, eventType, branches?.indexOf(edge) ?? 0);
}

const nameOf = (source: string, eventType: string, branch: number) =>
  `${source} --${eventType || 'always'}[${branch}]-->`;

type Definition = {
  id: string;
  transitions: readonly { eventType: string }[];
  states: Record<string, Definition>;
};

/** Every branch that the machine's own definition lists. */
export function branchesOf(machine: AnyStateMachine): string[] {
  const edges: string[] = [];
  const visit = (definition: Definition) => {
    const branches = new Map<string, number>();
    const always = machine.getStateNodeById(definition.id).always ?? [];
    for (const { eventType } of [...definition.transitions, ...always]) {
      const branch = branches.get(eventType) ?? 0;
      branches.set(eventType, branch + 1);
      edges.push(nameOf(definition.id, eventType, branch));
    }
    for (const child of Object.values(definition.states)) visit(child);
  };
  visit(machine.definition);
  return edges;
}

/** Counts the transitions that real actors of a machine take. `missing` names those that none took. */
export function coverageOf(machine: AnyStateMachine) {
  const walked = new Set<string>();
  return {
    walked,
    /** Give this to `createActor`; it listens to the root actor and not to its children. */
    inspect(event: InspectionEvent) {
      if (event.type !== '@xstate.microstep' || !isRoot(event)) return;
      for (const edge of event._transitions) walked.add(edgeOf(edge));
    },
    missing: () => branchesOf(machine).filter((edge) => !walked.has(edge)),
  };
}

const isRoot = ({ actorRef, rootId }: { actorRef: unknown; rootId: string }) =>
  (actorRef as AnyActorRef).sessionId === rootId;
