import { type AnyEventObject, fromCallback } from 'xstate';
import { daySchema, type Period, presets } from '#contract/period.ts';
import {
  defaultFunnelRange,
  type FunnelPlace,
  type FunnelRange,
  type FunnelRecalledEvent,
} from '#model/funnels.ts';

type Navigate = (to: string, options: { replace: boolean }) => void;
export type FunnelPlaceChange = Partial<Pick<FunnelPlace, 'range' | 'tab' | 'params'>>;

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate', 'hashchange'];

/**
 * What the address of a funnel's screen says: the funnel, the days, the tab and the parameters that the screen names.
 *
 * `watch` reports it at the start and after every change that this object did not make: a link, a step back or
 * forward. `visit` changes it as a step of its own, `correct` in place; both take a parameter out that is empty.
 */
export function createFunnelAddress(
  window: Window,
  go: Navigate,
  isHere: (pathname: string) => boolean,
  names: readonly string[] = [],
) {
  let known = '';

  function write(change: FunnelPlaceChange, replace: boolean) {
    const { pathname, search, hash } = window.location;
    if (!isHere(pathname)) return;
    const place = readFunnelPlace(window.location, names);
    const next = { ...place, ...change, params: { ...place.params, ...change.params } };
    const [query, tab] = [writeFunnelPlace(search, next), next.tab === '' ? '' : `#${next.tab}`];
    known = JSON.stringify(readFunnelPlace({ pathname, search: query, hash: tab }, names));
    if (query !== search || tab !== hash) go(`${pathname}${query}${tab}`, { replace });
  }

  return {
    visit: (change: FunnelPlaceChange) => write(change, false),
    correct: (change: FunnelPlaceChange) => write(change, true),
    watch: fromCallback<AnyEventObject, undefined, FunnelRecalledEvent>(({ sendBack }) => {
      const report = () => {
        if (!isHere(window.location.pathname)) return;
        const place = readFunnelPlace(window.location, names);
        const key = JSON.stringify(place);
        if (key === known) return;
        known = key;
        sendBack({ type: 'address.recalled', place });
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

type Parts = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Reads an address and ignores what is not valid. */
function readFunnelPlace(
  { pathname, search, hash }: Parts,
  names: readonly string[] = [],
): FunnelPlace {
  const query = new URLSearchParams(search);
  return {
    ...slugsIn(pathname),
    range: rangeIn(query) ?? defaultFunnelRange,
    tab: hash.slice(1),
    params: Object.fromEntries(
      names.flatMap((name) => {
        const value = query.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
  };
}

/** Writes the days and the parameters into a query and keeps the others. */
function writeFunnelPlace(
  search: string,
  { range, params }: Pick<FunnelPlace, 'range' | 'params'>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...daysOf(range), ...params })) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const daysOf = (range: FunnelRange) =>
  typeof range === 'string'
    ? { range: range === defaultFunnelRange ? '' : range, start: '', end: '' }
    : { range: '', ...range };

function rangeIn(query: URLSearchParams): FunnelRange | null {
  const chosen = periodIn(query.get('start'), query.get('end'));
  return chosen ?? presets.find((preset) => preset === query.get('range')) ?? null;
}

function periodIn(start: string | null, end: string | null): Period | null {
  const [first, last] = [daySchema.safeParse(start), daySchema.safeParse(end)];
  if (!first.success || !last.success || first.data > last.data) return null;
  return { start: first.data, end: last.data };
}

function slugsIn(pathname: string): Pick<FunnelPlace, 'slug' | 'childSlug'> {
  const [, , first = '', second = '', third = ''] = pathname.split('/').map(decoded);
  if (first === 'dashboard') return { slug: second || null, childSlug: null };
  if (first === 'add' || first === '') return { slug: null, childSlug: null };
  return { slug: first, childSlug: second === 'edit' ? third || null : null };
}

/** Returns the text itself when it is not a valid encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
