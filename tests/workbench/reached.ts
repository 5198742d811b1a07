import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { branchesOf, edgeOf } from '../support/coverage.ts';

type Share = { reached: number; of: number };
export type Reached = { states: Share; transitions: Share };

/** How much of a machine somebody has been to. A branch that the machine no longer has counts for nothing. */
export function reachedBy(machine: AnyStateMachine, walked: ReadonlySet<string>): Reached {
  const branches = branchesOf(machine);
  const nodes = getStateNodes(machine);
  const entered = new Set<AnyStateNode>(opening(machine.root));
  for (const branch of [machine.root, ...nodes].flatMap(transitionsOf)) {
    if (!walked.has(edgeOf(branch))) continue;
    for (const target of branch.target ?? []) for (const node of around(target)) entered.add(node);
  }
  return {
    states: { reached: nodes.filter((node) => entered.has(node)).length, of: nodes.length },
    transitions: {
      reached: branches.filter((branch) => walked.has(branch)).length,
      of: branches.length,
    },
  };
}

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** Entering a state enters what it stands in, and where it begins. */
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
