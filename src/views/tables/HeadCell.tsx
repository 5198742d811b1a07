import { HeaderCell } from '@table-library/react-table-library/table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { TableSort } from '#contract/report-query.ts';
import { nameOf, type Place } from './grid.ts';

/** The head of a column: what it is, and how rows are ordered by it. */
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
    <HeaderCell
      role="columnheader"
      pinLeft={pinned}
      {...(pinned ? { className: 'desk-name' } : {})}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
      title={about}
      data-at={nameOf(place)}
      tabIndex={isStop ? 0 : -1}
    >
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
    </HeaderCell>
  );
}
