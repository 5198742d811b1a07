import { scaleBand } from '@visx/scale';

export type Bands = ReturnType<typeof scaleBand<number>>;

/** The margins of a chart; charts of equal width align their buckets. */
export const axis = { left: 56, right: 16, bottom: 28 };

export const bandsOver = (count: number, width: number): Bands =>
  scaleBand({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [axis.left, Math.max(width - axis.right, axis.left + 1)],
    paddingInner: count > 60 ? 0.15 : 0.3,
    paddingOuter: 0.15,
  });

/** The left edge of a bucket; buckets are adjacent. */
export const edgeOf = (x: Bands, index: number): number =>
  (x(index) ?? 0) - (x.step() - x.bandwidth()) / 2;

export const centreOf = (x: Bands, index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
