import {
  hourOf,
  type SelectedConversions,
  type Span,
} from '../analytics/conversion-rows/selected-conversions.ts';

const HOUR = 3_600_000;
/** Recent hours are less dense at night than the counted ones, seldom by more than this factor. */
const MARGIN = 4;
/** Whole days differ less than hours. */
const MARGIN_OF_DAYS = 2;
const DAY = 24 * HOUR;
/** The most conversions read without knowing their density: a page of a filter that one in eight hundred passes. */
const TRUSTED = 40_000;
const mostKept = 1_000;

/** The density of conversions from earlier counts. It decides where to look first, never what is found. */
export type Density = {
  learn(selected: SelectedConversions, span: Span, many: number): void;
  /** The span at the end that probably holds the wanted number; null where the density is unknown or too low. */
  lastOf(selected: SelectedConversions, span: Span, wanted: number): Span | null;
};

export function createDensity(): Density {
  const perHour = new Map<string, number>();
  const keep = (key: string, dense: number) => {
    if (perHour.size >= mostKept) perHour.clear();
    perHour.set(key, dense);
  };
  return {
    learn(selected, span, many) {
      const dense = many / ((passed(selected, span.to) - span.from.getTime()) / HOUR);
      if (!Number.isFinite(dense) || dense <= 0) return;
      keep(askedOf(selected), dense);
      if (dense > (perHour.get(projectsOf(selected)) ?? 0)) keep(projectsOf(selected), dense);
    },
    lastOf(selected, { from, to }, wanted) {
      const densest = perHour.get(projectsOf(selected));
      // An id can match at any time.
      if (densest === undefined || selected.filter.search) return null;
      const own = perHour.get(askedOf(selected));
      const trusted = TRUSTED / densest;
      const hours = own === undefined ? trusted : backFor(wanted / own);
      if (hours > trusted) return null;
      const back = hourOf(new Date(passed(selected, to) - hours * HOUR));
      return { from: new Date(Math.max(back.getTime(), from.getTime())), to };
    },
  };
}

/** The hours to read for an expected number of hours. */
const backFor = (hours: number): number =>
  Math.max(hours * MARGIN_OF_DAYS, Math.min(hours * MARGIN, DAY / HOUR));

const projectsOf = ({ projects }: SelectedConversions): string => projects.join();

/** Queries that differ only in their days have about the same density. */
const askedOf = ({ projects, filter }: SelectedConversions): string =>
  JSON.stringify([projects, { ...filter, start_date: undefined, end_date: undefined }]);

/** The part of a period that lies in the past. */
const passed = ({ resolved }: SelectedConversions, to: Date): number =>
  Math.min(to.getTime(), resolved.now.getTime());
