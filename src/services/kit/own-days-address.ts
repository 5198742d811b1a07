import { type AnyEventObject, fromCallback } from 'xstate';
import { daySchema, type Period, type Preset, presets } from '#contract/period.ts';
import type { OwnDaysPlace, OwnRange } from '#model/own-days.ts';

type Navigate = (to: string, options: { replace: boolean }) => void;
export type OwnDaysChange = Partial<OwnDaysPlace>;

/** What an address says beside the days: what the screen is about, from its path. */
type Rules<Subject> = {
  isHere: (pathname: string) => boolean;
  subjectIn: (pathname: string) => Subject;
  defaultRange: Preset;
  /** The parameters of the screen's own. */
  names?: readonly string[];
};

/** wouter patches the history methods to fire the first two events. */
const navigationEvents = ['pushState', 'replaceState', 'popstate', 'hashchange'];

/**
 * What the address of a screen with its own days says: its subject, the days, the tab and the parameters that the
 * screen names.
 *
 * `watch` reports it at the start and after every change that this object did not make: a link, a step back or
 * forward. `visit` changes it as a step of its own, `correct` in place; both take a parameter out that is empty.
 */
export function createOwnDaysAddress<Subject>(
  window: Window,
  go: Navigate,
  { isHere, subjectIn, defaultRange, names = [] }: Rules<Subject>,
) {
  type Place = OwnDaysPlace & Subject;
  let known = '';

  const readPlace = ({ pathname, search, hash }: Parts): Place => {
    const query = new URLSearchParams(search);
    return {
      ...subjectIn(pathname),
      range: rangeIn(query) ?? defaultRange,
      tab: hash.slice(1),
      params: Object.fromEntries(
        names.flatMap((name) => {
          const value = query.get(name);
          return value ? [[name, value]] : [];
        }),
      ),
    };
  };

  function write(change: OwnDaysChange, replace: boolean) {
    const { pathname, search, hash } = window.location;
    if (!isHere(pathname)) return;
    const place = readPlace(window.location);
    const next = { ...place, ...change, params: { ...place.params, ...change.params } };
    const query = writeQuery(search, next, defaultRange);
    const tab = next.tab === '' ? '' : `#${next.tab}`;
    known = JSON.stringify(readPlace({ pathname, search: query, hash: tab }));
    if (query !== search || tab !== hash) go(`${pathname}${query}${tab}`, { replace });
  }

  return {
    visit: (change: OwnDaysChange) => write(change, false),
    correct: (change: OwnDaysChange) => write(change, true),
    watch: fromCallback<AnyEventObject, undefined, { type: 'address.recalled'; place: Place }>(
      ({ sendBack }) => {
        const report = () => {
          if (!isHere(window.location.pathname)) return;
          const place = readPlace(window.location);
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
      },
    ),
  };
}

type Parts = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Writes the days and the parameters into a query and keeps the others. */
function writeQuery(
  search: string,
  { range, params }: Pick<OwnDaysPlace, 'range' | 'params'>,
  defaultRange: Preset,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...daysOf(range, defaultRange), ...params })) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const daysOf = (range: OwnRange, defaultRange: Preset) =>
  typeof range === 'string'
    ? { range: range === defaultRange ? '' : range, start: '', end: '' }
    : { range: '', ...range };

function rangeIn(query: URLSearchParams): OwnRange | null {
  const chosen = periodIn(query.get('start'), query.get('end'));
  return chosen ?? presets.find((preset) => preset === query.get('range')) ?? null;
}

function periodIn(start: string | null, end: string | null): Period | null {
  const [first, last] = [daySchema.safeParse(start), daySchema.safeParse(end)];
  if (!first.success || !last.success || first.data > last.data) return null;
  return { start: first.data, end: last.data };
}
