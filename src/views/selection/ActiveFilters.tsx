import { useSelector } from '@xstate/react';
import type { FilterOptionsActor } from '#machines/selection/filter-options.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { FilterChips, hasFilters } from './FilterChips.tsx';

/** The active filters above the figures. The sidebar, where it is open, has them instead. */
export function ActiveFilters({
  selection,
  filters,
}: {
  selection: SelectionActor;
  filters: FilterOptionsActor;
}) {
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
