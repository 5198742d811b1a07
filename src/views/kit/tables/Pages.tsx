import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { count } from '../format.ts';
import { MenuSelect } from '../MenuSelect.tsx';

/** The pagination: the shown rows, the page size and the page buttons. */
export function Pages<Size extends number | 'all'>({
  name = 'Pages',
  title,
  rows,
  page,
  size,
  sizes = [],
  onPage,
  onSize,
}: {
  name?: string;
  /** What the pages are of, where a table has pages of several things. */
  title?: string;
  rows: number;
  /** The page, counted from 1. */
  page: number;
  size: Size;
  /** The sizes to choose from; none where other pages of the table offer them. */
  sizes?: readonly Size[];
  onPage: (page: number) => void;
  onSize?: (size: Size) => void;
}) {
  const most = size === 'all' ? Math.max(rows, 1) : Number(size);
  const pages = Math.max(1, Math.ceil(rows / most));
  const label = (one: Size) => (one === 'all' ? 'All' : String(one));
  const named = new Map(sizes.map((one) => [label(one), one]));
  return (
    <nav className="pages" aria-label={name}>
      {title ? <p>{title}</p> : null}
      {onSize ? (
        <MenuSelect
          label="Rows per page"
          value={label(size)}
          shown={size === 'all' ? 'All rows' : `${size} rows`}
          options={sizes.map((one) => ({ value: label(one), label: label(one) }))}
          onChoose={(name) => {
            const chosen = named.get(name);
            if (chosen !== undefined) onSize(chosen);
          }}
        />
      ) : null}
      <p className="pages-place" data-figures>
        {rows === 0
          ? 'No rows'
          : `${count((page - 1) * most + 1)}–${count(Math.min(page * most, rows))} of ${count(rows)}`}
      </p>
      <Turn name="Previous page" to={page > 1 ? page - 1 : null} onPage={onPage}>
        <ChevronLeft size={16} aria-hidden="true" />
      </Turn>
      <Turn name="Next page" to={page < pages ? page + 1 : null} onPage={onPage}>
        <ChevronRight size={16} aria-hidden="true" />
      </Turn>
    </nav>
  );
}

/** The button stays focusable on the last page, so that the focus is not lost. */
function Turn({
  name,
  to,
  onPage,
  children,
}: {
  name: string;
  /** Null when there is no further page. */
  to: number | null;
  onPage: (page: number) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      aria-disabled={to === null}
      onClick={() => {
        if (to !== null) onPage(to);
      }}
    >
      {children}
    </button>
  );
}
