import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Freshness } from '#model/query.ts';
import { openingOf, queryOf, type SelectionContext } from './selection-model.ts';

/** The view as it is: what is chosen, and what moves with the days keeps moving. */
export const currentViewState = (context: SelectionContext): ViewState => ({
  ...openingOf(context),
  ...(context.project === null ? {} : { project: context.project }),
});

/**
 * The view as it stands: its days, its zone, its way of crediting, and the newest instant up to which everything is in
 * the figures on screen. None before there are such figures.
 */
export function permalinkState(
  context: SelectionContext,
  freshness: Freshness | undefined,
): ViewState | null {
  const query = queryOf(context);
  const asOf = context.asOf ?? freshness?.complete_through;
  if (!query || asOf === undefined) return null;
  const definitions = context.definitions ?? freshness?.definitions_version;
  const { project, period, timezone, model, lookbackDays, clock, comparison } = query;
  return {
    ...openingOf(context),
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
