import type { ViewState } from '#contract/saved-views/view-state.ts';
import { isLog, pathOf, readLog, writeLog } from '../conversions/log-address.ts';
import { readTable, writeTable } from '../dashboard/table-address.ts';
import { writeAddress } from '../selection/address.ts';

/** What a view holds of one screen beside the selection: the dashboard's table, or what narrows the conversions. */
export type OnScreen = Pick<ViewState, 'table' | 'conversions'>;

/** What an address shows of its screen. A conversion that is open is no part of it: behind it lies the log. */
export function readScreen({ pathname, search }: Pick<Location, 'pathname' | 'search'>): OnScreen {
  if (!isLog(pathname)) return { table: readTable(search) };
  const { view, filter, isEarning } = readLog(pathname, search);
  return { conversions: { view: view ?? 'log', filter, isEarning } };
}

/** Where a whole view opens: the screen that it was made on. */
export const addressOf = (opening: ViewState): { path: string; search: string } => ({
  path: opening.conversions ? pathOf(opening.conversions.view) : '/dashboard',
  search: writeScreen(writeAddress('', opening), opening),
});

/** The query that also asks for what is on screen. */
export const writeScreen = (search: string, { table = {}, conversions }: OnScreen): string =>
  conversions ? writeLog(search, conversions) : writeTable(search, table);
