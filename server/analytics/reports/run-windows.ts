import { addsUp } from '#contract/analytics/attribution.ts';
import type { Window } from '#contract/period.ts';
import type { Attribution } from '../compiler/credit-model.ts';
import { windowMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Part } from '../runner/resolved-query.ts';
import { sumOf } from './exact-sums.ts';
import type { Report } from './report.ts';

type WindowlessPart = Omit<Part, 'window' | 'windows'>;
type Within = Pick<Report, 'runQuery' | 'model'> & {
  resolved: { attribution: Pick<Attribution, 'model'> };
};

/**
 * The answer of a part in each of several windows from one statement, because most of a small statement's cost is
 * fixed. Overlapping windows are cut at every boundary and their pieces added up again; measures that do not add up are
 * queried for each window.
 */
export async function runEachWindow(
  { runQuery, model, resolved }: Within,
  part: WindowlessPart,
  windows: readonly Window[],
): Promise<Row[][]> {
  const alone = () => Promise.all(windows.map((window) => runQuery({ ...part, window })));
  const { pieces, places, isApart } = dividedAt(windows);
  const isAdded =
    addsUp(resolved.attribution.model) &&
    part.order === undefined &&
    part.limit === undefined &&
    part.measures.every((name) => model.measures.get(name)?.meta.additive);
  if (pieces.length === 0 || !(isApart || isAdded)) return alone();
  const rows = await runQuery({ ...part, windows: pieces });
  return places.map((wanted) => {
    const own = rows.filter((row) => wanted.includes(row[windowMember] ?? '0'));
    return wanted.length > 1 ? addedUp(own, part.measures) : own;
  });
}

type Divided = {
  /** In order of time, without overlap. */
  pieces: Window[];
  /** The pieces that each window consists of. */
  places: string[][];
  /** Whether the windows are disjoint or identical. */
  isApart: boolean;
};

/** Cuts windows at every start and end. */
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

/** Rows that differ only in their piece are added up. */
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
