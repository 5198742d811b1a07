import { type AnyEventObject, fromCallback } from 'xstate';
import { originFilters } from '#contract/analytics/dimensions.ts';
import { type ViewState, viewStateSchema } from '#contract/saved-views/view-state.ts';

type Report = { type: 'view.open'; opening: ViewState };
type Navigate = (to: string, options: { replace: boolean }) => void;

/** On a screen with days of its own these belong to the screen. */
const dayKeys = ['range', 'start', 'end', 'compare', 'compare_start', 'compare_end'];
const keys = [
  ...dayKeys,
  'project',
  'affiliates',
  'offers',
  'countries',
  'timezone',
  'browser',
  'unique',
  'model',
  'lookback',
  'clock',
  'as_of',
  'definitions',
];
/** Filters have a prefix, because the app's address may have utm parameters of its own. */
const filterKey = (name: string): string => `filter.${name}`;

/** Servers reject URLs of more than a few thousand characters. */
const longestSearch = 6_000;

/**
 * The view state in the address bar. `watch` reports changes on the same page that this object did not make: a step
 * back or forward, a link.
 */
export function createAddress(
  window: Window,
  go: Navigate,
  hasView: (path: string) => boolean,
  ownsDays: (path: string) => boolean,
) {
  const readIn = (pathname: string, search: string) =>
    readAddress(ownsDays(pathname) ? withDaysOf('', search) : search);
  const viewIn = (pathname: string, search: string) => JSON.stringify(readIn(pathname, search));
  const read = () => readIn(window.location.pathname, window.location.search);
  let known = JSON.stringify(read());

  function write(opening: ViewState, replace: boolean) {
    const { pathname, search, hash } = window.location;
    if (!hasView(pathname)) return;
    const written = writeAddress(search, opening);
    const next = ownsDays(pathname) ? withDaysOf(search, written) : written;
    known = viewIn(pathname, next);
    if (next !== search) go(`${pathname}${next}${hash}`, { replace });
  }

  return {
    read,
    add: (opening: ViewState) => write(opening, false),
    correct: (opening: ViewState) => write(opening, true),
    watch: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      let path = window.location.pathname;
      known = JSON.stringify(read());
      const report = () => {
        const { pathname, search } = window.location;
        const view = viewIn(pathname, search);
        const isOther = pathname === path && view !== known;
        path = pathname;
        known = view;
        if (isOther && hasView(path)) sendBack({ type: 'view.open', opening: read() });
      };
      for (const change of navigationEvents) window.addEventListener(change, report);
      return () => {
        for (const change of navigationEvents) window.removeEventListener(change, report);
      };
    }),
  };
}

/** The second query with the days of the first. */
export function withDaysOf(search: string, written: string): string {
  const [days, query] = [new URLSearchParams(search), new URLSearchParams(written)];
  for (const key of dayKeys) {
    query.delete(key);
    for (const value of days.getAll(key)) query.append(key, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate'];

/** Reads the view state from a query and ignores what is not valid. */
export function readAddress(search: string): ViewState {
  const query = new URLSearchParams(search);
  const text = (key: string) => query.get(key) ?? undefined;
  const list = (key: string) => (query.has(key) ? query.getAll(key) : undefined);
  const span = (start?: string, end?: string) => (start && end ? { start, end } : undefined);
  const filters = originFilters.flatMap((name) => {
    const values = query.getAll(filterKey(name)).filter((value) => value !== '');
    return values.length > 0 ? [[name, values] as const] : [];
  });
  return viewStateSchema.parse({
    project: text('project'),
    affiliates: idsIn(text('affiliates')),
    offerIds: list('offers'),
    countries: list('countries'),
    filters: filters.length > 0 ? Object.fromEntries(filters) : undefined,
    range: span(text('start'), text('end')) ?? text('range'),
    timezone: text('timezone') === 'Default' ? null : text('timezone'),
    comparison: text('compare'),
    comparedPeriod: span(text('compare_start'), text('compare_end')),
    browserConversions: flagIn(text('browser')),
    uniqueConversions: flagIn(text('unique')),
    model: text('model'),
    lookbackDays: text('lookback'),
    clock: text('clock'),
    asOf: text('as_of'),
    definitions: text('definitions'),
  });
}

/**
 * Writes the view state into a query and keeps unknown parameters. If the list of affiliates makes the address too
 * long, the affiliates and the project are left out; the browser's storage still has them.
 */
export function writeAddress(search: string, opening: ViewState): string {
  const text = searchFor(search, opening);
  if (text.length <= longestSearch) return text;
  const { project: _, affiliates: _affiliates, ...rest } = opening;
  return searchFor(search, rest);
}

function searchFor(search: string, opening: ViewState): string {
  const query = new URLSearchParams(search);
  for (const key of [...keys, ...originFilters.map(filterKey)]) query.delete(key);
  const { range, comparedPeriod, timezone } = opening;
  const single = {
    project: opening.project,
    affiliates: opening.affiliates && textOfIds(opening.affiliates),
    ...(typeof range === 'string' ? { range } : range),
    timezone: timezone === null ? 'Default' : timezone,
    compare: opening.comparison,
    compare_start: comparedPeriod?.start,
    compare_end: comparedPeriod?.end,
    browser: textOf(opening.browserConversions),
    unique: textOf(opening.uniqueConversions),
    model: opening.model,
    lookback: opening.lookbackDays,
    clock: opening.clock,
    as_of: opening.asOf,
    definitions: opening.definitions,
  };
  const several = {
    offers: opening.offerIds,
    countries: opening.countries,
    ...Object.fromEntries(
      Object.entries(opening.filters ?? {}).map(([name, values]) => [filterKey(name), values]),
    ),
  };
  for (const [key, value] of Object.entries(single)) {
    if (value !== undefined) query.set(key, String(value));
  }
  for (const [key, values = []] of Object.entries(several)) {
    for (const value of values) query.append(key, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const longestRun = 10_000;

/** Runs of ids are shortened: `3-250,260`. */
function textOfIds(ids: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && id === last[1] + 1) last[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

function idsIn(text: string | undefined): (string | number)[] | undefined {
  return text?.split(',').flatMap((part): (string | number)[] => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    const length = Number(to) - Number(from) + 1;
    const isRun = length > 0 && length <= longestRun;
    return isRun ? Array.from({ length }, (_, index) => Number(from) + index) : [part];
  });
}

const flagIn = (text: string | undefined): boolean | undefined =>
  text === '1' ? true : text === '0' ? false : undefined;

const textOf = (flag: boolean | undefined): string | undefined =>
  flag === undefined ? undefined : flag ? '1' : '0';
