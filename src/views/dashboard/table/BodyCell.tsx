import type { ReactNode } from 'react';
import { type CellPosition, nameOf } from './grid.ts';

/**
 * A cell of the breakdown table. The library's own cell recomputes its styles, which costs more than everything else in
 * a row and would slow down scrolling.
 */
export function BodyCell({
  place,
  title = null,
  isChosen = false,
  isEstimated = false,
  figure,
  children,
}: {
  place: CellPosition;
  /** The title of its column; null for the name of the row. */
  title?: string | null;
  /** Whether rows are sorted by its column. */
  isChosen?: boolean;
  /** Whether its cost is spread over clicks. */
  isEstimated?: boolean | undefined;
  /** The figure that the cell opens, if any. */
  figure?: string | undefined;
  children: ReactNode;
}) {
  const isName = title === null;
  return (
    <td
      role={isName ? 'rowheader' : 'gridcell'}
      className={isName ? 'td desk-name' : 'td'}
      data-label={title ?? undefined}
      data-chosen={isChosen || undefined}
      data-at={nameOf(place)}
      data-estimated={isEstimated || undefined}
      data-figure={figure}
      aria-haspopup={figure === undefined ? undefined : 'dialog'}
      tabIndex={-1}
    >
      <div>{children}</div>
    </td>
  );
}
