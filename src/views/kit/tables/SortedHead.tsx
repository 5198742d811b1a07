import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { roles } from './aria-roles.ts';
import type { Order } from './plain-order.ts';

/** How a column is sorted, null if rows are sorted by another one, and the choice of it. */
export type ColumnSort = { order: Order | null; choose: () => void };

const spoken = { asc: 'ascending', desc: 'descending' } as const;

/** The head of a column; a button where rows can be sorted by it. */
export function SortedHead({
  title,
  className,
  sort,
  children = title,
}: {
  title: string;
  className?: string | undefined;
  sort?: ColumnSort | undefined;
  children?: ReactNode;
}) {
  const Arrow = sort?.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      {...roles.columnHead}
      scope="col"
      className={className}
      aria-sort={sort && (sort.order ? spoken[sort.order] : 'none')}
    >
      {sort ? (
        <button
          type="button"
          className="desk-sort"
          data-active={sort.order ?? undefined}
          aria-label={children === title ? undefined : title}
          onClick={sort.choose}
        >
          <Arrow size={13} aria-hidden="true" />
          {children}
        </button>
      ) : (
        children
      )}
    </th>
  );
}
