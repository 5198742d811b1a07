import { type AnyEventObject, fromCallback } from 'xstate';
import { unattributed } from '#contract/analytics/report-query.ts';
import { type TableState, tableStateSchema } from '#contract/saved-views/table-state.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { readAddress } from '../selection/address.ts';

type Report = { type: 'table.recalled'; opening: TableState; columns: string[] | undefined };
type Navigate = (to: string, options: { replace: boolean }) => void;

const keys = ['group', 'path', 'sort', 'order', 'rows', 'earning', 'spent', 'estimate', 'columns'];
/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/**
 * The state of the breakdown table in the address bar. `watch` reports it when the table opens and after every change
 * on the same page that this object did not make: a step back or forward, a link.
 */
export function createTableAddress(
  window: Window,
  go: Navigate,
  hasView: (path: string) => boolean,
) {
  let written = '';

  function write(opening: TableState, replace: boolean) {
    const { pathname, search, hash } = window.location;
    const query = writeTable(search, opening);
    written = tableQueryIn(query);
    if (query !== search) go(`${pathname}${query}${hash}`, { replace });
  }

  return {
    visit: (opening: TableState) => write(opening, false),
    correct: (opening: TableState) => write(opening, true),
    /** Adds the columns, so that a link shows those of the person who copied it. */
    complete({ columns }: TableState) {
      const { pathname, search } = window.location;
      const opening = readTable(search);
      if (columns && !opening.columns && hasView(pathname)) write({ ...opening, columns }, true);
    },
    /** Restores the table's parameters, which the redirect through the sign-in dropped. */
    reopen(opening: TableState) {
      const { pathname, search } = window.location;
      if (hasView(pathname) && tableQueryIn(search) !== writeTable('', opening))
        write(opening, true);
    },
    watch: (columns: () => string[] | undefined) =>
      fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
        const { pathname } = window.location;
        const report = () => {
          const { search } = window.location;
          written = tableQueryIn(search);
          sendBack({ type: 'table.recalled', opening: readTable(search), columns: columns() });
        };
        const checkAddress = () => {
          const { location } = window;
          if (location.pathname === pathname && tableQueryIn(location.search) !== written) report();
        };
        report();
        for (const change of navigationEvents) window.addEventListener(change, checkAddress);
        return () => {
          for (const change of navigationEvents) window.removeEventListener(change, checkAddress);
        };
      }),
  };
}

/** The whole view state of the first address; the redirect through the sign-in replaces that address. */
export const viewStateInAddress = (search: string): ViewState => ({
  ...readAddress(search),
  table: readTable(search),
});

/** Reads the table state from a query and ignores what is not valid. */
export function readTable(search: string): TableState {
  const query = new URLSearchParams(search);
  const rows = query.get('rows') ?? undefined;
  const earning = query.get('earning');
  const spent = query.get('spent');
  const opening = tableStateSchema.parse({
    grouping: query.get('group') ?? undefined,
    path: query.has('path') ? query.getAll('path').map(crumbIn) : undefined,
    sort: query.get('sort') ?? undefined,
    order: query.get('order') ?? undefined,
    pageSize: rows === undefined || rows === 'all' ? rows : Number(rows),
    isEarning: earning === '0' ? false : undefined,
    isSpentOpen: spent === '1' ? true : spent === '0' ? false : undefined,
    isEstimating: query.get('estimate') === '0' ? false : undefined,
    columns: query.get('columns')?.split(',').filter(Boolean),
  });
  return Object.fromEntries(Object.entries(opening).filter(([, value]) => value !== undefined));
}

/** Writes the table state into a query and keeps unknown parameters. */
export function writeTable(search: string, opening: TableState): string {
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(key);
  const { grouping, path = [], sort, order, pageSize, isEarning, isSpentOpen, columns } = opening;
  if (opening.isEstimating === false) query.set('estimate', '0');
  if (grouping) query.set('group', grouping);
  for (const { grouping: name, key } of path) {
    query.append('path', key === null ? name : `${name}:${key}`);
  }
  if (sort) query.set('sort', sort);
  if (order) query.set('order', order);
  if (pageSize) query.set('rows', String(pageSize));
  if (isEarning === false) query.set('earning', '0');
  if (isSpentOpen !== undefined) query.set('spent', isSpentOpen ? '1' : '0');
  if (columns) query.set('columns', columns.join(','));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const tableQueryIn = (search: string): string => writeTable('', readTable(search));

/** An address contains keys without names: the key is the label until a response names the row. */
function crumbIn(text: string) {
  const colon = text.indexOf(':');
  if (colon === -1) return { grouping: text, key: null, label: '(none)' };
  const key = text.slice(colon + 1);
  const label = key === unattributed.key ? unattributed.label : key;
  return { grouping: text.slice(0, colon), key, label };
}
