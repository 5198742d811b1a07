import {
  hourOf,
  type SelectedConversions,
  type Span,
} from '../analytics/conversion-rows/selected-conversions.ts';

const HOUR = 3_600_000;
/** An hour at night has fewer conversions than the average hour, seldom less than a quarter of them. */
const HOURS_MARGIN = 4;
/** Whole days differ less from the average than hours. */
const DAYS_MARGIN = 2;
const DAY = 24 * HOUR;
/** The most conversions to scan, counted without the filter: a page of 50 where one in 800 passes the filter. */
const MOST_SCANNED = 40_000;
const mostCachedKeys = 1_000;

/** Conversions per hour, from earlier counts. They only decide where to look first and never affect the result. */
export type Density = {
  learn(selected: SelectedConversions, span: Span, count: number): void;
  /** The span at the end that probably holds the wanted number; null where the density is unknown or too low. */
  lastOf(selected: SelectedConversions, span: Span, wanted: number): Span | null;
};

export function createDensity(): Density {
  const perHour = new Map<string, number>();
  const keep = (key: string, density: number) => {
    if (perHour.size >= mostCachedKeys) perHour.clear();
    perHour.set(key, density);
  };
  return {
    learn(selected, span, count) {
      const density = count / ((pastEnd(selected, span.to) - span.from.getTime()) / HOUR);
      if (!Number.isFinite(density) || density <= 0) return;
      keep(filterKey(selected), density);
      if (density > (perHour.get(projectsKey(selected)) ?? 0)) keep(projectsKey(selected), density);
    },
    lastOf(selected, { from, to }, wanted) {
      const highest = perHour.get(projectsKey(selected));
      // An id can match at any time.
      if (highest === undefined || selected.filter.search) return null;
      const filtered = perHour.get(filterKey(selected));
      const mostHours = MOST_SCANNED / highest;
      const hours = filtered === undefined ? mostHours : withMargin(wanted / filtered);
      if (hours > mostHours) return null;
      const start = hourOf(new Date(pastEnd(selected, to) - hours * HOUR));
      return { from: new Date(Math.max(start.getTime(), from.getTime())), to };
    },
  };
}

/** Widens the hours that the average density expects: fourfold up to a day, and at least twofold. */
const withMargin = (hours: number): number =>
  Math.max(hours * DAYS_MARGIN, Math.min(hours * HOURS_MARGIN, DAY / HOUR));

/** Under this key is the highest density of any filter. */
const projectsKey = ({ projects }: SelectedConversions): string => projects.join();

/** Queries that differ only in their days have about the same density. */
const filterKey = ({ projects, filter }: SelectedConversions): string =>
  JSON.stringify([projects, { ...filter, start_date: undefined, end_date: undefined }]);

/** The end of a period, or now if it ends in the future. */
const pastEnd = ({ resolved }: SelectedConversions, to: Date): number =>
  Math.min(to.getTime(), resolved.now.getTime());
