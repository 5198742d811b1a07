import { type AnyEventObject, fromCallback } from 'xstate';
import { unattributed } from '#contract/analytics/report-query.ts';
import { type TableState, tableStateSchema } from '#contract/saved-views/table-state.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { readAddress } from '../selection/address.ts';

type Report = { type: 'table.recalled'; opening: TableState; columns: string[] | undefined };
type Go = (to: string, options: { replace: boolean }) => void;

const keys = ['group', 'path', 'sort', 'order', 'rows', 'earning'];
/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/**
 * The conversion table in the address bar. `watch` tells what the address asks for when the table opens, and again
 * whenever somebody else asks for another table on the same page: a step back or forward, a link.
 */
export function createTableAddress(window: Window, go: Go, hasView: (path: string) => boolean) {
  let written = '';

  function write(opening: TableState, replace: boolean) {
    const { pathname, search, hash } = window.location;
    const asked = writeTable(search, opening);
    written = ownPart(asked);
    if (asked !== search) go(`${pathname}${asked}${hash}`, { replace });
  }

  return {
    visit: (opening: TableState) => write(opening, false),
    correct: (opening: TableState) => write(opening, true),
    /** Gives back what the way through the sign-in has taken off the address. */
    reopen(opening: TableState) {
      const { pathname, search } = window.location;
      if (hasView(pathname) && ownPart(search) !== writeTable('', opening)) write(opening, true);
    },
    watch: (columns: () => string[] | undefined) =>
      fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
        const { pathname } = window.location;
        const tell = () => {
          const { search } = window.location;
          written = ownPart(search);
          sendBack({ type: 'table.recalled', opening: readTable(search), columns: columns() });
        };
        const look = () => {
          const { location } = window;
          if (location.pathname === pathname && ownPart(location.search) !== written) tell();
        };
        tell();
        for (const change of changes) window.addEventListener(change, look);
        return () => {
          for (const change of changes) window.removeEventListener(change, look);
        };
      }),
  };
}

/** All that the first address asks for: whoever signs in meanwhile has another one by then. */
export const openingIn = (search: string): ViewState => ({
  ...readAddress(search),
  table: readTable(search),
});

/** Reads what the query of an address asks of the table; what makes no sense is as if it was not there. */
export function readTable(search: string): TableState {
  const query = new URLSearchParams(search);
  const rows = query.get('rows') ?? undefined;
  const earning = query.get('earning');
  const opening = tableStateSchema.parse({
    grouping: query.get('group') ?? undefined,
    path: query.has('path') ? query.getAll('path').map(crumbIn) : undefined,
    sort: query.get('sort') ?? undefined,
    order: query.get('order') ?? undefined,
    pageSize: rows === undefined || rows === 'all' ? rows : Number(rows),
    isEarning: earning === '0' ? false : undefined,
  });
  return Object.fromEntries(Object.entries(opening).filter(([, value]) => value !== undefined));
}

/** The query that asks for the same again. Keys that are not ours stay as they are. */
export function writeTable(search: string, opening: TableState): string {
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(key);
  const { grouping, path = [], sort, order, pageSize, isEarning } = opening;
  if (grouping) query.set('group', grouping);
  for (const { grouping: name, key } of path) {
    query.append('path', key === null ? name : `${name}:${key}`);
  }
  if (sort) query.set('sort', sort);
  if (order) query.set('order', order);
  if (pageSize) query.set('rows', String(pageSize));
  if (isEarning === false) query.set('earning', '0');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const ownPart = (search: string): string => writeTable('', readTable(search));

/** An address carries keys, no names: a row is called by its key until an answer names it. */
function crumbIn(text: string) {
  const colon = text.indexOf(':');
  if (colon === -1) return { grouping: text, key: null, label: '(none)' };
  const key = text.slice(colon + 1);
  const label = key === unattributed.key ? unattributed.label : key;
  return { grouping: text.slice(0, colon), key, label };
}
