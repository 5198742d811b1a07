import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TableSort } from '#contract/analytics/report-query.ts';
import { type CellPosition, nameOf } from './grid.ts';

/**
 * The head of a column with its sort order. The library's own head measures all heads whenever one renders, which
 * delays the page.
 */
export function HeadCell({
  title,
  about,
  sort,
  place,
  isStop = false,
  chosen,
  order,
  onSort,
  pinned = false,
}: {
  title: string;
  /** The definition of the column's figures. */
  about: string;
  sort: TableSort;
  place: CellPosition;
  /** Whether the head is the tab stop. */
  isStop?: boolean;
  chosen: TableSort;
  order: 'asc' | 'desc';
  onSort: (sort: TableSort) => void;
  pinned?: boolean;
}) {
  const active = sort === chosen;
  const Arrow = active && order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: drawn as a grid, an element may lose what it means
      role="columnheader"
      scope="col"
      className={pinned ? 'th desk-name' : 'th'}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
      title={about}
      data-at={nameOf(place)}
      tabIndex={isStop ? 0 : -1}
    >
      <div>
        <button
          type="button"
          className="desk-sort"
          tabIndex={-1}
          data-active={active || undefined}
          onClick={() => onSort(sort)}
        >
          {title}
          <Arrow size={13} aria-hidden="true" />
        </button>
      </div>
    </th>
  );
}
