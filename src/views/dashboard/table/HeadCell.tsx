import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TableSort } from '#contract/analytics/report-query.ts';
import { nameOf, type Place } from './grid.ts';

/**
 * The head of a column: what it is, and how rows are ordered by it. The library's own measures every head again for
 * each head whenever one of them is drawn, which holds the page up while its figures come.
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
  /** What the figures below are. */
  about: string;
  sort: TableSort;
  place: Place;
  /** Where the keyboard comes in. */
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
