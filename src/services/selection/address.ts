import { type AnyEventObject, fromCallback } from 'xstate';
import { originFilters } from '#contract/analytics/report-query.ts';
import { type ViewState, viewStateSchema } from '#contract/saved-views/view-state.ts';

type Report = { type: 'view.open'; opening: ViewState };
type Go = (to: string, options: { replace: boolean }) => void;

const keys = [
  'project',
  'affiliates',
  'offers',
  'countries',
  'range',
  'start',
  'end',
  'timezone',
  'compare',
  'compare_start',
  'compare_end',
  'browser',
  'unique',
  'model',
  'lookback',
  'clock',
  'as_of',
  'definitions',
];
/** An address may be tagged with utm parameters of its own, so filters have a prefix. */
const filterKey = (name: string): string => `filter.${name}`;

/** Servers refuse lines of more than a few thousand characters. */
const longest = 6_000;

/**
 * The view in the address bar. `watch` reports what somebody else put there: a step back or forward, a link. Another
 * page is none of its business, and neither is what `add` and `correct` wrote themselves.
 */
export function createAddress(window: Window, go: Go, hasView: (path: string) => boolean) {
  let known = viewIn(window.location.search);

  function write(opening: ViewState, replace: boolean) {
    const { pathname, search, hash } = window.location;
    if (!hasView(pathname)) return;
    const next = writeAddress(search, opening);
    known = viewIn(next);
    if (next !== search) go(`${pathname}${next}${hash}`, { replace });
  }

  return {
    read: () => readAddress(window.location.search),
    add: (opening: ViewState) => write(opening, false),
    correct: (opening: ViewState) => write(opening, true),
    watch: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      let path = window.location.pathname;
      known = viewIn(window.location.search);
      const report = () => {
        const { pathname, search } = window.location;
        const view = viewIn(search);
        const isOther = pathname === path && view !== known;
        path = pathname;
        known = view;
        if (isOther && hasView(path)) {
          sendBack({ type: 'view.open', opening: readAddress(search) });
        }
      };
      for (const change of changes) window.addEventListener(change, report);
      return () => {
        for (const change of changes) window.removeEventListener(change, report);
      };
    }),
  };
}

const viewIn = (search: string): string => JSON.stringify(readAddress(search));

/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/** Reads what the query of an address asks for; what makes no sense is as if it was not there. */
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
 * The query that asks for the same again. Keys that are not ours stay as they are. A choice of affiliates too long for
 * an address stays with what this browser remembers, and so does the project that makes a view whole.
 */
export function writeAddress(search: string, opening: ViewState): string {
  const text = written(search, opening);
  if (text.length <= longest) return text;
  const { project: _, affiliates: _affiliates, ...rest } = opening;
  return written(search, rest);
}

function written(search: string, opening: ViewState): string {
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

const mostIds = 10_000;

/** Neighbours are written as one: `3-250,260`. */
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
    const isRun = length > 0 && length <= mostIds;
    return isRun ? Array.from({ length }, (_, index) => Number(from) + index) : [part];
  });
}

const flagIn = (text: string | undefined): boolean | undefined =>
  text === '1' ? true : text === '0' ? false : undefined;

const textOf = (flag: boolean | undefined): string | undefined =>
  flag === undefined ? undefined : flag ? '1' : '0';
