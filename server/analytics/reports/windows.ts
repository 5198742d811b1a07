import { addsUp } from '#contract/analytics/attribution.ts';
import type { Window } from '#contract/period.ts';
import type { Attribution } from '../compiler/credit-model.ts';
import { windowMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Part } from '../runner/report-inquiry.ts';
import type { Report } from './report.ts';
import { sumOf } from './sums.ts';

type Asked = Omit<Part, 'window' | 'windows'>;
type Within = Pick<Report, 'ask' | 'model'> & {
  inquiry: { attribution: Pick<Attribution, 'model'> };
};

/**
 * What a part answers in each of several windows, all of it by one statement: most of what a small one costs is the
 * same whatever it reads. Where windows share a moment, rows are told apart by every end there is and added up again;
 * what does not add up is then asked for each window by itself.
 */
export async function askEach(
  { ask, model, inquiry }: Within,
  part: Asked,
  windows: readonly Window[],
): Promise<Row[][]> {
  const alone = () => Promise.all(windows.map((window) => ask({ ...part, window })));
  const { pieces, places, isApart } = dividedAt(windows);
  const isAdded =
    addsUp(inquiry.attribution.model) &&
    part.order === undefined &&
    part.limit === undefined &&
    part.measures.every((name) => model.measures.get(name)?.meta.additive);
  if (pieces.length === 0 || !(isApart || isAdded)) return alone();
  const rows = await ask({ ...part, windows: pieces });
  return places.map((wanted) => {
    const own = rows.filter((row) => wanted.includes(row[windowMember] ?? '0'));
    return wanted.length > 1 ? addedUp(own, part.measures) : own;
  });
}

type Divided = {
  /** The earliest first; they share no moment. */
  pieces: Window[];
  /** Which of them each window is made of. */
  places: string[][];
  /** Whether no two windows share a moment, or they share all. */
  isApart: boolean;
};

/** What windows are made of when they are cut where any of them begins or ends. */
function dividedAt(windows: readonly Window[]): Divided {
  const ends = [...new Set(windows.flatMap(({ from, to }) => [from.getTime(), to.getTime()]))].sort(
    (a, b) => a - b,
  );
  const isIn = (piece: Window, { from, to }: Window) => from <= piece.from && piece.to <= to;
  const pieces = ends
    .slice(1)
    .map((end, index) => ({ from: new Date(ends[index] ?? end), to: new Date(end) }))
    .filter((piece) => windows.some((window) => isIn(piece, window)));
  const places = windows.map((window) =>
    pieces.flatMap((piece, place) => (isIn(piece, window) ? [String(place)] : [])),
  );
  return { pieces, places, isApart: places.every(({ length }) => length <= 1) };
}

/** Rows that are the same but for where they lie become one. */
function addedUp(rows: readonly Row[], measures: readonly string[]): Row[] {
  const same = new Map<string, Row[]>();
  for (const row of rows) {
    const keys = Object.entries(row).filter(
      ([name]) => name !== windowMember && !measures.includes(name),
    );
    const key = JSON.stringify(keys);
    same.set(key, [...(same.get(key) ?? []), row]);
  }
  return [...same.values()].map((group) => ({
    ...group[0],
    ...Object.fromEntries(measures.map((name) => [name, sumOf(group.map((row) => row[name]))])),
  }));
}
