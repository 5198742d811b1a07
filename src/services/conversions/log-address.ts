import { type AnyEventObject, fromCallback } from 'xstate';
import {
  type ConversionView,
  conversionViews,
  type LogFilter,
  logFilterSchema,
} from '#contract/conversions/log-filter.ts';

/** The view is null when a conversion is open: its address names no view. */
type LogAddress = {
  view: ConversionView | null;
  filter: LogFilter;
  isEarning: boolean;
  id: string | null;
};
type Report = { type: 'address.recalled'; state: LogAddress };
type LogAddressFilters = Pick<LogAddress, 'filter' | 'isEarning'>;
type Navigate = (to: string, options: { replace: boolean }) => void;

/** The URL parameter of each filter. */
const keys = {
  record: 'kind',
  status: 'status',
  pairing: 'sides',
  pairedBy: 'matched',
  attributed: 'attributed',
  mismatch: 'differs',
  excluded: 'out',
  least: 'least',
  search: 'find',
} as const satisfies Record<keyof LogFilter, string>;
const filterKeys = Object.entries(keys) as [keyof LogFilter, string][];
const earningKey = 'earning';
/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/**
 * The state of the conversions screen in the address bar: view, filters and open conversion. `watch` reports it at the
 * start and after every change that this object did not make: a link, a step back or forward.
 */
export function createLogAddress(window: Window, go: Navigate) {
  let known = '';

  return {
    rewrite(change: Partial<LogAddressFilters>) {
      const { pathname, search, hash } = window.location;
      const state = { ...readLogAddress(pathname, search), ...change };
      const next = writeLogAddress(search, state);
      known = JSON.stringify(state);
      if (next !== search) go(`${pathname}${next}${hash}`, { replace: true });
    },
    watch: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      const report = () => {
        const { pathname, search } = window.location;
        if (!isLogPath(pathname)) return;
        const state = readLogAddress(pathname, search);
        if (JSON.stringify(state) === known) return;
        known = JSON.stringify(state);
        sendBack({ type: 'address.recalled', state });
      };
      known = '';
      report();
      for (const change of navigationEvents) window.addEventListener(change, report);
      return () => {
        for (const change of navigationEvents) window.removeEventListener(change, report);
      };
    }),
  };
}

/** Reads the state from an address and ignores what is not valid. */
export function readLogAddress(pathname: string, search: string): LogAddress {
  const query = new URLSearchParams(search);
  const either = (key: string) => ({ '1': true, '0': false })[query.get(key) ?? ''] ?? null;
  const filter = logFilterSchema.parse({
    ...Object.fromEntries(filterKeys.map(([name, key]) => [name, query.get(key) ?? undefined])),
    attributed: either(keys.attributed),
    mismatch: either(keys.mismatch),
  });
  return { ...viewAndIdIn(pathname), filter, isEarning: query.get(earningKey) !== '0' };
}

/** Writes the state into a query and keeps unknown parameters. */
export function writeLogAddress(search: string, { filter, isEarning }: LogAddressFilters): string {
  const query = new URLSearchParams(search);
  query.delete(earningKey);
  if (!isEarning) query.set(earningKey, '0');
  for (const [name, key] of filterKeys) {
    const value = filter[name];
    const text = typeof value === 'boolean' ? String(Number(value)) : (value ?? '').trim();
    if (text === '') query.delete(key);
    else query.set(key, text);
  }
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}

export const isLogPath = (pathname: string): boolean => /^\/conversions(\/|$)/.test(pathname);

export const pathOf = (view: ConversionView): string =>
  view === 'log' ? '/conversions' : `/conversions/${view}`;

function viewAndIdIn(pathname: string): Pick<LogAddress, 'view' | 'id'> {
  const [, part = ''] = /^\/conversions\/([^/]+)/.exec(pathname) ?? [];
  if (part === '') return { view: 'log', id: null };
  const view = conversionViews.find((name) => name === part && name !== 'log');
  if (view) return { view, id: null };
  try {
    return { view: null, id: decodeURIComponent(part) };
  } catch {
    return { view: null, id: part };
  }
}
