import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { labelOf } from '#tests/support/charts.ts';

/** A state as a box with its inner boxes. */
export type Box = {
  id: string;
  /** The path of the state from the root; empty for the machine itself. */
  path: string[];
  title: string;
  isFinal: boolean;
  note: string;
  tags: string[];
  lines: string[];
  inner: Box[];
  /** The initial child. */
  initial: string | null;
};

/** All transitions from one box to another, one per line. */
export type Arrow = { id: string; from: string; to: string; lines: string[] };

export type Sketch = { root: Box; arrows: Arrow[] };

/** The content of a machine's drawing: its definition only, no running instance. */
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
