import type { FilterOptionsActor } from '#machines/selection/filter-options.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';

/** What a view of the filters shows: the chosen ones and the values to choose from. */
export type FilterProps = { selection: SelectionActor; filters: FilterOptionsActor };
