import type { ReactNode } from 'react';
import { nameOf, type Place } from './grid.ts';

/**
 * A cell of a row of figures. The library's own writes its styles anew for every cell, which costs more than everything
 * else in a row: among a hundred rows that scroll into sight at once, it would be noticed.
 */
export function BodyCell({
  place,
  title = null,
  isChosen = false,
  figure,
  children,
}: {
  place: Place;
  /** The column it belongs to; the name of the row has none. */
  title?: string | null;
  /** Rows are ordered by its column. */
  isChosen?: boolean;
  /** What opens with it, where it is a figure of rows. */
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
      data-figure={figure}
      aria-haspopup={figure === undefined ? undefined : 'dialog'}
      tabIndex={-1}
    >
      <div>{children}</div>
    </td>
  );
}
