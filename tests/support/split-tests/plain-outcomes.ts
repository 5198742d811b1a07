import type { GoalType, TestUnit } from '#contract/split-tests/definition.ts';
import type { VariantFigures } from '#server/split-tests/outcomes/read-figures.ts';

const HOUR = 3_600_000;
const grace = 24 * HOUR;

/** Times in ms; an exposure may arrive later than it happened. */
export type Exposure = {
  visitor: string;
  click: string;
  variant: string;
  at: number;
  arrival: number;
};

/** One version of a conversion. */
export type Report = {
  id: string;
  version: number;
  at: number;
  known: number;
  worth: number;
  paid: number;
  counts: boolean;
  click: string;
  visitor: string;
};

export type History = { exposures: readonly Exposure[]; reports: readonly Report[] };
type OutcomeRequest = { unit: TestUnit; windowHours: number; asOf: number };
type Reading = { orders: number; worth: number; paid: number; clicks: number };
export type PlainUnit = {
  id: string;
  variant: string;
  variants: number;
  /** Null while its outcome may still change. */
  frozen: Reading | null;
  present: Reading;
};

type Unit = { id: string; variant: string; shown: number; seen: Exposure[] };

/** What the units of a test brought, by plain loops, from what had arrived at a time. */
export function plainOutcomes(
  { exposures, reports }: History,
  { unit, windowHours, asOf }: OutcomeRequest,
): PlainUnit[] {
  const units = new Map<string, Unit>();
  const arrived = exposures
    .map((one, order) => ({ one, order }))
    .filter(({ one }) => one.arrival <= asOf)
    .sort((a, b) => a.one.arrival - b.one.arrival || a.order - b.order);
  for (const { one } of arrived) {
    const id = unit === 'visitor' ? one.visitor : one.click;
    const known = units.get(id) ?? { id, variant: one.variant, shown: one.at, seen: [] };
    known.seen.push(one);
    units.set(id, known);
  }
  const byClick = groupedBy(
    [...units.values()].flatMap((one) => one.seen.map(({ click }) => ({ click, one }))),
    ({ click }) => click,
  );
  const versions = groupedBy(
    reports.filter(({ known }) => known <= asOf),
    ({ id }) => id,
  );
  const closes = (one: Unit) => one.shown + windowHours * HOUR;

  /** The unit that a report belongs to by what had arrived until then. */
  function ownerOf(report: Report, until: number): Unit | null {
    const holds = (one: Unit) => report.at >= one.shown && report.at <= closes(one);
    const named = (byClick.get(report.click) ?? []).map(({ one }) => one);
    const clicked = named.filter(
      (one) =>
        holds(one) &&
        one.seen.some(({ click, arrival }) => click === report.click && arrival <= until),
    );
    const first = clicked.sort((a, b) => a.shown - b.shown || (a.id < b.id ? -1 : 1))[0];
    if (first && report.click !== '') return first;
    const visitor = unit === 'visitor' ? units.get(report.visitor) : undefined;
    const isKnown = visitor?.seen.some(({ arrival }) => arrival <= until);
    return visitor && isKnown && holds(visitor) ? visitor : null;
  }

  /** The reports of which a version names a unit. */
  const naming = (one: Unit) => {
    const clicks = new Set(one.seen.map(({ click }) => click));
    return [...versions.values()].filter((all) =>
      all.some(({ click, visitor }) => (click !== '' && clicks.has(click)) || visitor === one.id),
    );
  };
  const latestOf = (all: readonly Report[], until: number): Report | null =>
    all.reduce<Report | null>((best, one) => {
      if (one.known > until) return best;
      const isLater =
        best === null ||
        one.version > best.version ||
        (one.version === best.version && one.known > best.known);
      return isLater ? one : best;
    }, null);
  const readingOf = (one: Unit, until: number): Reading => {
    const own = naming(one).flatMap((all) => {
      const report = latestOf(all, until);
      return report?.counts && ownerOf(report, until) === one ? [report] : [];
    });
    const clicks = one.seen.filter(({ at, arrival }) => at <= closes(one) && arrival <= until);
    return {
      orders: own.length,
      worth: own.reduce((sum, { worth }) => sum + worth, 0),
      paid: own.reduce((sum, { paid }) => sum + paid, 0),
      clicks: Math.max(1, new Set(clicks.map(({ click }) => click)).size),
    };
  };
  const freezes = (one: Unit) => closes(one) + grace;
  return [...units.values()].map((one) => ({
    id: one.id,
    variant: one.variant,
    variants: new Set(one.seen.map(({ variant }) => variant)).size,
    frozen: freezes(one) <= asOf ? readingOf(one, freezes(one)) : null,
    present: readingOf(one, asOf),
  }));
}

const valuesBy: Record<GoalType, (reading: Reading) => [number, number]> = {
  conversion_rate: ({ orders }) => [orders > 0 ? 1 : 0, 1],
  revenue_per_unit: ({ worth }) => [worth, 1],
  epc: ({ worth, clicks }) => [worth, clicks],
  aov: ({ worth, orders }) => [worth, orders],
  profit_per_click: ({ worth, paid, clicks }) => [worth - paid, clicks],
};

/** The figures of each variant in a reading, with revenue as a number. */
export function plainFigures(
  units: readonly PlainUnit[],
  goal: GoalType,
  reading: 'frozen' | 'present',
): Map<string, Omit<VariantFigures, 'revenue'> & { revenue: number }> {
  type Read = { variant: string; variants: number; its: Reading; pair: [number, number] };
  const read = units.flatMap((one): Read[] => {
    const its = one[reading];
    return its === null ? [] : [{ ...one, its, pair: valuesBy[goal](its) }];
  });
  const figures = [...groupedBy(read, ({ variant }) => variant)].map(([variant, own]) => {
    const sum = (of: (pair: [number, number]) => number) =>
      own.reduce((total, { pair }) => total + of(pair), 0);
    return [
      variant,
      {
        units: own.length,
        conversions: own.filter(({ its }) => its.orders > 0).length,
        revenue: own.reduce((total, { its }) => total + its.worth, 0),
        inSeveral: own.filter(({ variants }) => variants > 1).length,
        moments: {
          units: own.length,
          numerator: { sum: sum(([top]) => top), sumOfSquares: sum(([top]) => top ** 2) },
          denominator: { sum: sum(([, low]) => low), sumOfSquares: sum(([, low]) => low ** 2) },
          sumOfProducts: sum(([top, low]) => top * low),
        },
      },
    ] as const;
  });
  return new Map(figures);
}

function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
