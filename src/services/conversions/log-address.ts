import { type AnyEventObject, fromCallback } from 'xstate';
import {
  type ConversionView,
  conversionViews,
  type LogFilter,
  logFilterSchema,
} from '#contract/conversions/log-filter.ts';

/** A conversion names no view: it opens over whichever is there. */
type Asked = {
  view: ConversionView | null;
  filter: LogFilter;
  isEarning: boolean;
  id: string | null;
};
type Report = { type: 'address.recalled'; asked: Asked };
type Narrowed = Pick<Asked, 'filter' | 'isEarning'>;
type Go = (to: string, options: { replace: boolean }) => void;

/** What is chosen, by its key in the address. */
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
const earning = 'earning';
/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/**
 * The conversions in the address bar: which view, what narrows it and which conversion is open. `watch` tells all of it
 * at the start, and again whenever somebody else changes it: a link, a step back or forward.
 */
export function createLogAddress(window: Window, go: Go) {
  let known = '';

  return {
    rewrite(change: Partial<Narrowed>) {
      const { pathname, search, hash } = window.location;
      const asked = { ...readLog(pathname, search), ...change };
      const next = writeLog(search, asked);
      known = JSON.stringify(asked);
      if (next !== search) go(`${pathname}${next}${hash}`, { replace: true });
    },
    watch: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      const tell = () => {
        const { pathname, search } = window.location;
        if (!isLog(pathname)) return;
        const asked = readLog(pathname, search);
        if (JSON.stringify(asked) === known) return;
        known = JSON.stringify(asked);
        sendBack({ type: 'address.recalled', asked });
      };
      known = '';
      tell();
      for (const change of changes) window.addEventListener(change, tell);
      return () => {
        for (const change of changes) window.removeEventListener(change, tell);
      };
    }),
  };
}

/** Reads what an address asks for; what makes no sense is as if it was not there. */
export function readLog(pathname: string, search: string): Asked {
  const query = new URLSearchParams(search);
  const either = (key: string) => ({ '1': true, '0': false })[query.get(key) ?? ''] ?? null;
  const filter = logFilterSchema.parse({
    ...Object.fromEntries(filterKeys.map(([name, key]) => [name, query.get(key) ?? undefined])),
    attributed: either(keys.attributed),
    mismatch: either(keys.mismatch),
  });
  return { ...partIn(pathname), filter, isEarning: query.get(earning) !== '0' };
}

/** The query that asks for the same again. Keys that are not ours stay as they are. */
export function writeLog(search: string, { filter, isEarning }: Narrowed): string {
  const query = new URLSearchParams(search);
  query.delete(earning);
  if (!isEarning) query.set(earning, '0');
  for (const [name, key] of filterKeys) {
    const value = filter[name];
    const text = typeof value === 'boolean' ? String(Number(value)) : (value ?? '').trim();
    if (text === '') query.delete(key);
    else query.set(key, text);
  }
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}

export const isLog = (pathname: string): boolean => /^\/conversions(\/|$)/.test(pathname);

export const pathOf = (view: ConversionView): string =>
  view === 'log' ? '/conversions' : `/conversions/${view}`;

function partIn(pathname: string): Pick<Asked, 'view' | 'id'> {
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
