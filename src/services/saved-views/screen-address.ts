import type { ViewState } from '#contract/saved-views/view-state.ts';
import { isLogPath, pathOf, readLogAddress, writeLogAddress } from '../conversions/log-address.ts';
import { readTable, writeTable } from '../dashboard/table-address.ts';
import { writeAddress } from '../selection/address.ts';

/** The part of a view that belongs to one screen: the dashboard's table, or the filters of the conversions. */
export type ScreenState = Pick<ViewState, 'table' | 'conversions'>;

/** Reads the screen's state from an address. An open conversion is not part of it: the view shows the log. */
export function readScreenState({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): ScreenState {
  if (!isLogPath(pathname)) return { table: readTable(search) };
  const { view, filter, isEarning } = readLogAddress(pathname, search);
  return { conversions: { view: view ?? 'log', filter, isEarning } };
}

/** The address of a view, on the screen where it was saved. */
export const addressOf = (opening: ViewState): { path: string; search: string } => ({
  path: opening.conversions ? pathOf(opening.conversions.view) : '/dashboard',
  search: writeScreenState(writeAddress('', opening), opening),
});

/** Adds the screen's state to a query. */
export const writeScreenState = (
  search: string,
  { table = {}, conversions }: ScreenState,
): string => (conversions ? writeLogAddress(search, conversions) : writeTable(search, table));
