import { scaleBand } from '@visx/scale';

export type Bands = ReturnType<typeof scaleBand<number>>;

/** The room beside and below the buckets: drawings of one width have their buckets below each other. */
export const axis = { left: 56, right: 16, bottom: 28 };

export const bandsOver = (count: number, width: number): Bands =>
  scaleBand({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [axis.left, Math.max(width - axis.right, axis.left + 1)],
    paddingInner: count > 60 ? 0.15 : 0.3,
    paddingOuter: 0.15,
  });

/** Where a bucket begins with the room around it: buckets lie edge to edge. */
export const edgeOf = (x: Bands, index: number): number =>
  (x(index) ?? 0) - (x.step() - x.bandwidth()) / 2;

export const centreOf = (x: Bands, index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
