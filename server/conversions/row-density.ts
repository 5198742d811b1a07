import {
  type Chosen,
  hourOf,
  type Span,
} from '../analytics/conversion-rows/selected-conversions.ts';

const HOUR = 3_600_000;
/** What happened last is less dense at night than what was counted, but seldom by more. */
const MARGIN = 4;
/** Whole days are less unlike each other than their hours. */
const MARGIN_OF_DAYS = 2;
const DAY = 24 * HOUR;
/** So many conversions are looked through on trust: a page of a filter that one in eight hundred passes. */
const TRUSTED = 40_000;
const mostKept = 1_000;

/** How densely conversions lie, by what was counted before. It decides where to look first, never what is found. */
export type Density = {
  learn(chosen: Chosen, span: Span, many: number): void;
  /** The end of a span that probably holds as many as are wanted; null where nothing is known or all too few lie. */
  lastOf(chosen: Chosen, span: Span, wanted: number): Span | null;
};

export function createDensity(): Density {
  const perHour = new Map<string, number>();
  const keep = (key: string, dense: number) => {
    if (perHour.size >= mostKept) perHour.clear();
    perHour.set(key, dense);
  };
  return {
    learn(chosen, span, many) {
      const dense = many / ((passed(chosen, span.to) - span.from.getTime()) / HOUR);
      if (!Number.isFinite(dense) || dense <= 0) return;
      keep(askedOf(chosen), dense);
      if (dense > (perHour.get(projectsOf(chosen)) ?? 0)) keep(projectsOf(chosen), dense);
    },
    lastOf(chosen, { from, to }, wanted) {
      const densest = perHour.get(projectsOf(chosen));
      // An id stands anywhere.
      if (densest === undefined || chosen.filter.search) return null;
      const own = perHour.get(askedOf(chosen));
      const trusted = TRUSTED / densest;
      const hours = own === undefined ? trusted : backFor(wanted / own);
      if (hours > trusted) return null;
      const back = hourOf(new Date(passed(chosen, to) - hours * HOUR));
      return { from: new Date(Math.max(back.getTime(), from.getTime())), to };
    },
  };
}

/** The hours to look through for what should lie in so many. */
const backFor = (hours: number): number =>
  Math.max(hours * MARGIN_OF_DAYS, Math.min(hours * MARGIN, DAY / HOUR));

const projectsOf = ({ projects }: Chosen): string => projects.join();

/** The same question about other days lies about as densely. */
const askedOf = ({ projects, filter }: Chosen): string =>
  JSON.stringify([projects, { ...filter, start_date: undefined, end_date: undefined }]);

/** A period may end in the future, where nothing lies. */
const passed = ({ inquiry }: Chosen, to: Date): number =>
  Math.min(to.getTime(), inquiry.now.getTime());
