import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { Arrow, Box, Sketch } from './drawing-boxes.ts';

export type Placed = { x: number; y: number; width: number; height: number };
type Point = { x: number; y: number };

/** A drawing with every position in pixels from its upper left corner. */
export type Drawing = {
  width: number;
  height: number;
  boxes: { box: Box; place: Placed; isRoot: boolean }[];
  /** The initial points of a machine and its states. */
  dots: Point[];
  arrows: { arrow: Arrow | null; points: Point[]; label: Placed | null }[];
};

export const lineHeight = 16;
export const headHeight = 28;
const longestLine = 46;

/** A shortened line; the tooltip shows it in full. */
export const shortened = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line;

const elk = new ELK();
const dotSize = 8;

const spacing = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
};

/** Lays out a sketch in layers from its initial state; `measure` returns the width of a line. */
export async function layOut(sketch: Sketch, measure: (text: string) => number): Promise<Drawing> {
  const placed: ElkNode = await elk.layout({
    id: 'drawing',
    layoutOptions: spacing,
    children: [nodeOf(sketch.root, measure)],
    edges: [...sketch.arrows.map((arrow) => edgeOf(arrow, measure)), ...startsOf(sketch.root)],
  });
  const boxes = new Map(boxesOf(sketch.root).map((box) => [box.id, box]));
  const arrows = new Map(sketch.arrows.map((arrow) => [arrow.id, arrow]));
  const nodes = nodesOf(placed);
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    boxes: nodes.flatMap((node) => {
      const box = boxes.get(node.id);
      return box ? [{ box, place: placeOf(node), isRoot: box === sketch.root }] : [];
    }),
    dots: nodes
      .filter(({ id }) => id.endsWith(startMark))
      .map(placeOf)
      .map(({ x, y }) => ({ x: x + dotSize / 2, y: y + dotSize / 2 })),
    arrows: edgesOf(placed).map((edge) => ({
      arrow: arrows.get(edge.id) ?? null,
      points: pointsOf(edge),
      label: edge.labels?.[0] ? placeOf(edge.labels[0]) : null,
    })),
  };
}

const startMark = ' begins';

function nodeOf(box: Box, measure: (text: string) => number): ElkNode {
  const own = headHeight + box.lines.length * lineHeight + (box.lines.length > 0 ? 8 : 0);
  const widest = Math.max(
    measure(box.title) + 24 + box.tags.reduce((wide, tag) => wide + measure(tag) + 16, 0),
    ...box.lines.map((line) => measure(shortened(line)) + 24),
    96,
  );
  if (box.inner.length === 0) return { id: box.id, width: widest, height: Math.max(own, 36) };
  return {
    id: box.id,
    layoutOptions: {
      ...spacing,
      'elk.padding': `[top=${own + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${widest}, ${own + 40})`,
    },
    children: [
      ...(box.initial ? [{ id: `${box.id}${startMark}`, width: dotSize, height: dotSize }] : []),
      ...box.inner.map((inner) => nodeOf(inner, measure)),
    ],
  };
}

const edgeOf = (arrow: Arrow, measure: (text: string) => number): ElkExtendedEdge => ({
  id: arrow.id,
  sources: [arrow.from],
  targets: [arrow.to],
  labels: [
    {
      text: arrow.id,
      width: Math.max(...arrow.lines.map((line) => measure(shortened(line)))) + 8,
      height: arrow.lines.length * lineHeight,
    },
  ],
});

const startsOf = (box: Box): ElkExtendedEdge[] => [
  ...(box.initial
    ? [
        {
          id: `${box.id}${startMark} there`,
          sources: [`${box.id}${startMark}`],
          targets: [box.initial],
        },
      ]
    : []),
  ...box.inner.flatMap(startsOf),
];

const boxesOf = (box: Box): Box[] => [box, ...box.inner.flatMap(boxesOf)];

const nodesOf = (node: ElkNode): ElkNode[] =>
  (node.children ?? []).flatMap((child) => [child, ...nodesOf(child)]);

const edgesOf = (node: ElkNode): ElkExtendedEdge[] => [
  ...(node.edges ?? []),
  ...(node.children ?? []).flatMap(edgesOf),
];

const pointsOf = ({ sections = [] }: ElkExtendedEdge): Point[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Placed>): Placed => ({
  x,
  y,
  width,
  height,
});
