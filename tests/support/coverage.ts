import type {
  AnyActorRef,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';
import { getStateNodes } from 'xstate/graph';

/** Names one branch of one transition: source state, event and guard. */
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

/** Every branch in the machine's own definition. */
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

/** The states that the walker of these branches has entered. */
export function enteredBy(
  machine: AnyStateMachine,
  walked: ReadonlySet<string>,
): ReadonlySet<AnyStateNode> {
  const entered = new Set<AnyStateNode>(opening(machine.root));
  for (const branch of [machine.root, ...getStateNodes(machine)].flatMap(transitionsOf)) {
    if (!walked.has(edgeOf(branch))) continue;
    for (const target of branch.target ?? []) for (const node of around(target)) entered.add(node);
  }
  return entered;
}

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** Entering a state also enters its parents and its initial children. */
const around = (node: AnyStateNode): AnyStateNode[] => [...above(node), ...opening(node)];

const above = (node: AnyStateNode): AnyStateNode[] =>
  node.parent ? [...above(node.parent), node.parent] : [];

const opening = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.type === 'parallel'
    ? Object.values(node.states)
    : [...(node.initial?.target ?? [])]
  ).flatMap(opening),
];

/**
 * Counts the transitions that real actors of a machine take. `missing` names untaken transitions and states that were
 * never entered.
 */
export function coverageOf(machine: AnyStateMachine) {
  const walked = new Set<string>();
  return {
    walked,
    /** Pass this to `createActor`; it observes the root actor and not its children. */
    inspect(event: InspectionEvent) {
      if (event.type !== '@xstate.microstep' || !isRoot(event)) return;
      for (const edge of event._transitions) walked.add(edgeOf(edge));
    },
    missing: () => [
      ...branchesOf(machine).filter((edge) => !walked.has(edge)),
      ...getStateNodes(machine)
        .filter((node) => !enteredBy(machine, walked).has(node))
        .map(({ id }) => `${id} was never entered`),
    ],
  };
}

const isRoot = ({ actorRef, rootId }: { actorRef: unknown; rootId: string }) =>
  (actorRef as AnyActorRef).sessionId === rootId;
