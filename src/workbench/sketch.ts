import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { labelOf } from '#tests/support/charts.ts';

/** A state as a box, with what happens inside it and the boxes in it. */
export type Box = {
  id: string;
  /** Where it is in the machine, from the root down; empty for the machine itself. */
  path: string[];
  title: string;
  isFinal: boolean;
  note: string;
  tags: string[];
  lines: string[];
  inner: Box[];
  /** The inner box that entering it enters. */
  initial: string | null;
};

/** All ways from one box to another, one a line. */
export type Arrow = { id: string; from: string; to: string; lines: string[] };

export type Sketch = { root: Box; arrows: Arrow[] };

/** What a drawing of a machine shows: its definition and nothing of any run. */
export function sketchOf(machine: AnyStateMachine): Sketch {
  const arrows = new Map<string, Arrow>();
  const root = boxOf(machine.root, (from, to, line) => {
    const id = `${from} → ${to}`;
    const arrow = arrows.get(id) ?? { id, from, to, lines: [] };
    arrow.lines.push(line);
    arrows.set(id, arrow);
  });
  return { root, arrows: [...arrows.values()] };
}

type Draw = (from: string, to: string, line: string) => void;

function boxOf(node: AnyStateNode, draw: Draw): Box {
  const staying: string[] = [];
  for (const transition of transitionsOf(node)) {
    const [target] = transition.target ?? [];
    if (target && target !== node) draw(node.id, target.id, labelOf(transition));
    else staying.push(labelOf(transition));
  }
  const [initial] = node.initial?.target ?? [];
  return {
    id: node.id,
    path: node.path,
    title: node.key,
    isFinal: node.type === 'final',
    note: node.description ?? '',
    tags: node.tags,
    lines: [...node.invoke.map(({ id }) => `◌ ${id}`), ...staying],
    inner: Object.values<AnyStateNode>(node.states).map((inner) => boxOf(inner, draw)),
    initial: initial?.id ?? null,
  };
}

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];
