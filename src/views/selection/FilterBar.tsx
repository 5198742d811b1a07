import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import type { SelectionActor, SelectionSnapshot } from '#machines/selection/selection.ts';
import { FilterGroups } from './FilterGroups.tsx';
import { filterBar } from './filter-bar.ts';
import type { FilterProps } from './filter-props.ts';

/** The filter sidebar of wide screens. */
export function FilterBar({ selection, filters }: FilterProps) {
  const shown = useSelector(selection, isShown);
  if (!shown) return null;
  return (
    <aside className="filter-bar" id={filterBar} aria-label="Filters">
      <header className="filter-head">
        <h2 className="filter-title">Filters</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Hide filters"
          onClick={({ currentTarget }) => {
            filters.send({ type: 'group.close' });
            selection.send({ type: 'sidebarRight.set', on: false });
            currentTarget.ownerDocument.querySelector<HTMLElement>('.filters-dock')?.focus();
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </header>
      <FilterGroups selection={selection} filters={filters} />
    </aside>
  );
}

/** The space of the sidebar while there is nothing to filter. */
export function FilterBarToCome({ selection }: { selection: SelectionActor }) {
  return useSelector(selection, isShown) ? <div className="filter-bar" /> : null;
}

const isShown = ({ context }: SelectionSnapshot): boolean => context.sidebarRight;
