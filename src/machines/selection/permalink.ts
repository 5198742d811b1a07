import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Freshness } from '#model/query.ts';
import { queryOf, type SelectionContext, viewStateOf } from './selection-model.ts';

/** The current view state: a range such as "today" stays relative. */
export const currentViewState = (context: SelectionContext): ViewState => ({
  ...viewStateOf(context),
  ...(context.project === null ? {} : { project: context.project }),
});

/**
 * The view state of a frozen snapshot: its days, zone and attribution, as of the latest instant whose figures are
 * complete on screen. Null before the figures are loaded.
 */
export function asOfViewState(
  context: SelectionContext,
  freshness: Freshness | undefined,
): ViewState | null {
  const query = queryOf(context);
  const asOf = context.asOf ?? freshness?.complete_through;
  if (!query || asOf === undefined) return null;
  const definitions = context.definitions ?? freshness?.definitions_version;
  const { project, period, timezone, model, lookbackDays, clock, comparison } = query;
  return {
    ...viewStateOf(context),
    project,
    range: period,
    timezone,
    comparison,
    model,
    lookbackDays,
    clock,
    asOf,
    ...(definitions === undefined ? {} : { definitions }),
  };
}
