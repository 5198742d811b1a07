import { useSelector } from '@xstate/react';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { type FilterGroup, filterGroups } from '#contract/analytics/dimensions.ts';
import type { FilterOptionsActor } from '#machines/selection/filter-options.ts';
import { valuesIn } from '#machines/selection/filters.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { FilterChips } from './FilterChips.tsx';
import { FilterValues } from './FilterValues.tsx';
import { groupNames } from './groups.ts';

type Props = { selection: SelectionActor; filters: FilterOptionsActor };

/** The active filters and the filter groups, of which one can be open. */
export function FilterGroups({ selection, filters }: Props) {
  return (
    <div className="filter-groups">
      <FilterChips selection={selection} filters={filters} />
      {filterGroups.map((group) => (
        <Group key={group} group={group} selection={selection} filters={filters} />
      ))}
    </div>
  );
}

function Group({ group, selection, filters }: Props & { group: FilterGroup }) {
  const open = useSelector(
    filters,
    (snapshot) => snapshot.matches('open') && snapshot.context.group === group,
  );
  const set = useSelector(selection, ({ context }) => valuesIn(context, group).length);
  const id = useId();
  return (
    <section className="filter-group">
      <h3>
        <button
          type="button"
          className="filter-group-head"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() =>
            filters.send(open ? { type: 'group.close' } : { type: 'group.open', group })
          }
        >
          <ChevronRight className="filter-group-mark" size={14} aria-hidden="true" />
          <span className="menu-text">{groupNames[group]}</span>
          {set > 0 ? <span className="filters-count">{set}</span> : null}
        </button>
      </h3>
      {open ? (
        <div id={id}>
          <FilterValues group={group} selection={selection} filters={filters} />
        </div>
      ) : null}
    </section>
  );
}
