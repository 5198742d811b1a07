import { useSelector } from '@xstate/react';
import { FilterChips, hasFilters } from './FilterChips.tsx';
import type { FilterProps } from './filter-props.ts';

/** The active filters above the figures. The sidebar, where it is open, has them instead. */
export function ActiveFilters({ selection, filters }: FilterProps) {
  const isFiltered = useSelector(selection, ({ context }) => hasFilters(context));
  const isBeside = useSelector(selection, ({ context }) => context.sidebarRight);
  if (!isFiltered) return null;
  return (
    <section
      className="active-filters"
      aria-label="Active filters"
      data-beside={isBeside || undefined}
    >
      <FilterChips selection={selection} filters={filters} />
    </section>
  );
}
