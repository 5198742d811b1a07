import { type Bands, edgeOf } from './bands.ts';

/** The bucket that is being read, over the whole height. */
export function Cursor({ x, at, height }: { x: Bands; at: number | null; height: number }) {
  return at === null ? null : (
    <rect className="graph-cursor" x={edgeOf(x, at)} width={x.step()} y={0} height={height} />
  );
}
