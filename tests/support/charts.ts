import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { machines } from './machines.ts';

/** Every machine as a Mermaid drawing, by the name of its file. */
export const charts = (): Record<string, string> =>
  Object.fromEntries(Object.entries(machines).map(([name, machine]) => [name, drawingOf(machine)]));

/**
 * One flat drawing, because Mermaid refuses arrows between the insides of two compound states. An arrow into a compound
 * state ends at its initial leaf; transitions of the compound state itself start at a node of its own.
 */
export function drawingOf(machine: AnyStateMachine): string {
  const nodes = [machine.root, ...getStateNodes(machine)];
  const lines = nodes.flatMap((node) => [
    ...(isLeaf(node) || transitionsOf(node).length > 0 ? [`  ${declaration(node)}`] : []),
  ]);
  const arrows = nodes.flatMap((node) =>
    transitionsOf(node).map((transition) => arrow(transition)),
  );
  return [
    'stateDiagram-v2',
    ...lines,
    `  [*] --> ${idOf(settled(machine.root))}`,
    ...arrows.map((text) => `  ${text}`),
    '',
  ].join('\n');
}

const isLeaf = (node: AnyStateNode) => Object.keys(node.states).length === 0;

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

const declaration = (node: AnyStateNode) =>
  `state "${nameOf(node)}${isLeaf(node) ? '' : ', anywhere'}" as ${idOf(node)}`;

const nameOf = (node: AnyStateNode) => (node.path.length > 0 ? node.path.join('.') : node.id);

const idOf = (node: AnyStateNode) => [node.machine.id, ...node.path].join('_');

function arrow(transition: AnyTransitionDefinition): string {
  const { source, target } = transition;
  const [end = source] = target ?? [];
  return `${idOf(source)} --> ${idOf(target ? settled(end) : end)}: ${labelOf(transition)}`;
}

/** The leaf that entering a state leads to. */
function settled(node: AnyStateNode): AnyStateNode {
  const [next] = node.initial?.target ?? [];
  return next ? settled(next) : node;
}

export function labelOf({
  eventType,
  guard,
  actions,
  reenter,
  target,
}: AnyTransitionDefinition): string {
  const [, ending, child] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType) ?? [];
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(eventType) ?? [];
  const cause = child
    ? `${ending === 'done' ? '✓' : '✗'} ${child}`
    : delay
      ? `after ${delay}`
      : eventType || 'always';
  const names = actions.map((action) => typeNameOf(action)).join(', ');
  return [
    cause,
    guard ? `[${typeNameOf(guard)}]` : '',
    reenter && target ? '(again)' : '',
    names ? `/ ${names}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const typeNameOf = (behaviour: unknown): string =>
  typeof behaviour === 'string' ? behaviour : (behaviour as { type: string }).type;
