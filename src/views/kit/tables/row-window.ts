import type { Range } from '@tanstack/react-virtual';

/** Rows drawn beyond those in sight, so that scrolling and arrow keys meet no gap. */
export const overscan = 10;
/** The limit however high the screen is and however low its rows are. */
const mostInSight = 160;

/**
 * The indexes to draw: those in sight, those around them, and the kept ones, wherever they are. In ascending order, as
 * the rows stand in the document.
 */
export function drawnIndexes(
  { startIndex, endIndex, count }: Pick<Range, 'startIndex' | 'endIndex' | 'count'>,
  kept: readonly number[],
): number[] {
  const from = Math.max(startIndex - overscan, 0);
  const to = Math.min(endIndex + overscan, count - 1, from + mostInSight - 1);
  const near = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  const others = kept.filter(
    (index) => index >= 0 && index < count && (index < from || index > to),
  );
  return [...new Set([...near, ...others])].sort((a, b) => a - b);
}

/** A drawn row, or the height of the rows that are not drawn between two of them. */
export type Piece = { row: number } | { room: number; below: number };

/** Rows and the rooms between them, together as high as all rows. */
export function piecesOf(
  drawn: readonly { index: number; start: number; end: number }[],
  { from, height }: { from: number; height: number },
): Piece[] {
  const pieces: Piece[] = [];
  let end = from;
  let below = -1;
  for (const { index, ...row } of drawn) {
    if (row.start > end) pieces.push({ room: row.start - end, below });
    pieces.push({ row: index });
    end = row.end;
    below = index;
  }
  if (from + height > end) pieces.push({ room: from + height - end, below });
  return pieces;
}
