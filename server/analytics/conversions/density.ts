import { type Chosen, hourOf, type Span } from './chosen.ts';

const HOUR = 3_600_000;
/** So many conversions are looked through on trust: a page of a filter that one in four hundred passes. */
const TRUSTED = 20_000;
const mostKept = 1_000;

/** How densely conversions lie, by what was counted before. It decides where to look first, never what is found. */
export type Density = {
  learn(chosen: Chosen, span: Span, many: number): void;
  /** The end of a span that probably holds a page; null where nothing is known. */
  lastOf(chosen: Chosen, span: Span): Span | null;
};

export function createDensity(): Density {
  const perHour = new Map<string, number>();
  const keyOf = ({ projects }: Chosen) => projects.join();
  return {
    learn(chosen, span, many) {
      const key = keyOf(chosen);
      const dense = many / ((passed(chosen, span.to) - span.from.getTime()) / HOUR);
      if (!(dense > (perHour.get(key) ?? 0)) || !Number.isFinite(dense)) return;
      if (perHour.size >= mostKept) perHour.clear();
      perHour.set(key, dense);
    },
    lastOf(chosen, { from, to }) {
      const dense = perHour.get(keyOf(chosen));
      // An id stands anywhere.
      if (dense === undefined || chosen.filter.search) return null;
      const back = hourOf(new Date(passed(chosen, to) - (TRUSTED / dense) * HOUR));
      return { from: new Date(Math.max(back.getTime(), from.getTime())), to };
    },
  };
}

/** A period may end in the future, where nothing lies. */
const passed = ({ inquiry }: Chosen, to: Date): number =>
  Math.min(to.getTime(), inquiry.now.getTime());
