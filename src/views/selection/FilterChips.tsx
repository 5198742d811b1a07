import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { filterGroups } from '#contract/analytics/dimensions.ts';
import { bareValue, isExcluded } from '#contract/analytics/filter-value.ts';
import { nameIn } from '#machines/selection/filter-options.ts';
import { type FilterGroupValues, valuesIn } from '#machines/selection/filters.ts';
import { Button } from '../kit/Button.tsx';
import type { FilterProps } from './filter-props.ts';
import { shownIn } from './filter-words.ts';
import { groupNames } from './groups.ts';

export const hasFilters = (context: FilterGroupValues): boolean =>
  filterGroups.some((group) => valuesIn(context, group).length > 0);

/** The active filters, each with a remove button. */
export function FilterChips({ selection, filters }: FilterProps) {
  const names = useSelector(filters, ({ context }) => context.names);
  const context = useSelector(selection, (snapshot) => snapshot.context);
  const set = filterGroups.flatMap((group) =>
    valuesIn(context, group).map((value) => ({ group, value })),
  );
  if (set.length === 0) {
    return <p className="filter-none">Nothing is filtered. Open a group to choose values.</p>;
  }
  return (
    <div className="filter-set">
      <ul className="filter-chips">
        {set.map(({ group, value }) => {
          const name = nameIn(names, group, bareValue(value));
          const shown = shownIn(names, group, value);
          const words = `${groupNames[group]} ${isExcluded(value) ? 'is not' : 'is'} ${shown}`;
          return (
            <li
              key={`${group} ${value}`}
              className="chip filter-chip"
              data-without={isExcluded(value) || undefined}
            >
              <span
                className="filter-chip-text"
                title={name === bareValue(value) ? words : `${words} (${bareValue(value)})`}
              >
                {words}
              </span>
              <button
                type="button"
                className="chip-remove"
                aria-label={`Remove ${words}`}
                onClick={() =>
                  selection.send({
                    type: 'filter.choose',
                    group,
                    values: valuesIn(context, group).filter((one) => one !== value),
                  })
                }
              >
                <X size={12} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      <Button look="quiet" size="small" onClick={() => selection.send({ type: 'filters.clear' })}>
        Clear all
      </Button>
    </div>
  );
}
