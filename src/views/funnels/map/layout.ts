import type { CSSProperties } from 'react';

/** Below this width the map runs from top to bottom. */
const narrow = 640;
const labelHeight = 40;
const labelWidth = 132;
const stepHeight = 104;
const shortestColumn = 128;

/** Where the map lies: `length` runs from the first step to the last, `breadth` across it. */
export type MapLayout = {
  isUpright: boolean;
  length: number;
  breadth: number;
  /** The size of the drawing with the labels of the last step. */
  width: number;
  height: number;
  thickness: number;
  /** The least space between two boxes across, which a label needs. */
  padding: number;
  /** The greatest width of a label. */
  room: number;
};

/** Ends of a ribbon or sides of a box, which the layout of the flow leaves out until it has run. */
type Placed = { x0?: number | undefined; x1?: number | undefined; y0?: number | undefined };
type PlacedBox = Placed & { y1?: number | undefined };
type PlacedRibbon = {
  source: unknown;
  target: unknown;
  y0?: number | undefined;
  y1?: number | undefined;
};

export function layoutOf(width: number, steps: number): MapLayout {
  const gaps = Math.max(steps - 1, 1);
  if (width < narrow) {
    const length = gaps * stepHeight + 10;
    return {
      isUpright: true,
      length,
      breadth: width,
      width,
      height: length + labelHeight,
      thickness: 10,
      padding: labelWidth,
      room: labelWidth - 8,
    };
  }
  const length = Math.max(width - labelWidth, gaps * shortestColumn);
  return {
    isUpright: false,
    length,
    breadth: 220,
    width: length + labelWidth,
    height: 220 + labelHeight,
    thickness: 10,
    padding: labelHeight,
    room: Math.max((length - 10) / gaps - 22, shortestColumn - 28),
  };
}

/** The box of a step as attributes of a rectangle. */
export function boxOf({ x0 = 0, x1 = 0, y0 = 0, y1 = 0 }: PlacedBox, { isUpright }: MapLayout) {
  const [along, across] = [x1 - x0, Math.max(y1 - y0, 1)];
  return isUpright
    ? { x: y0, y: x0, width: across, height: along }
    : { x: x0, y: y0, width: along, height: across };
}

/** A curve from the end of one box to the start of another. */
export function ribbonOf(link: PlacedRibbon, { isUpright }: MapLayout): string {
  const from = placeOf(link.source).x1 ?? 0;
  const to = placeOf(link.target).x0 ?? 0;
  const middle = (from + to) / 2;
  const point = (along: number, across: number) =>
    isUpright ? `${across},${along}` : `${along},${across}`;
  const { y0 = 0, y1 = 0 } = link;
  return `M${point(from, y0)}C${point(middle, y0)} ${point(middle, y1)} ${point(to, y1)}`;
}

/** A label stands after its box, where its ribbons begin. */
export function labelOf({ x1 = 0, y0 = 0 }: PlacedBox, layout: MapLayout): CSSProperties {
  return layout.isUpright
    ? { left: y0, top: x1 + 2, maxWidth: layout.room }
    : { left: x1 + 6, top: y0, maxWidth: layout.room };
}

const placeOf = (end: unknown): Placed => (typeof end === 'object' && end !== null ? end : {});
