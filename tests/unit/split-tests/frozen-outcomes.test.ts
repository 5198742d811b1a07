import { describe, expect, it } from 'vitest';
import { newTestSchema } from '#contract/split-tests/schemas.ts';
import { buildResults, type Observed } from '#server/split-tests/build-results.ts';
import { newRow } from '#server/split-tests/new-test.ts';
import type { TestFigures, VariantFigures } from '#server/split-tests/outcomes/read-figures.ts';
import type { TestRow } from '#server/split-tests/test-rows.ts';
import {
  type Exposure,
  type History,
  type PlainUnit,
  plainFigures,
  plainOutcomes,
  type Report,
} from '#tests/support/split-tests/plain-outcomes.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 1);

/**
 * Visitors whose exposures and orders arrive in time or late, in any order; orders are doubled, corrected and refunded,
 * and some name the click of another visitor.
 */
function historyOf(seed: number): History {
  const { next, between } = seededRandom(seed);
  const visitors = between(3, 8);
  const exposures: Exposure[] = [];
  const reports: Report[] = [];
  const lateness = () => (next() < 0.3 ? between(1, 60) * HOUR : 0);
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    for (let visit = 0; visit < between(1, 3); visit += 1) {
      const at = start + between(0, 12 * 24) * HOUR;
      const click = `click-${next() < 0.1 ? between(0, visitors) : visitor}-${visit}`;
      const drawn = visitor % 2 === 0 ? 'A' : 'B';
      const variant = next() < 0.1 ? 'B' : drawn;
      exposures.push({ visitor: `v-${visitor}`, click, variant, at, arrival: at + lateness() });
      if (next() < 0.3) continue;
      const happened = at + between(0, 30) * HOUR;
      const byClick = next() < 0.7;
      for (let version = 1; version <= between(1, 3); version += 1) {
        reports.push({
          ...{ id: `order-${visitor}-${visit}`, version, at: happened },
          known: happened + lateness() + (version - 1) * between(0, 40) * HOUR,
          ...{ worth: between(1, 100), paid: 0, counts: next() < 0.8 },
          click: byClick ? click : '',
          visitor: byClick ? '' : `v-${visitor}`,
        });
      }
    }
  }
  return { exposures, reports };
}

const columns = newRow(
  newTestSchema.parse({
    ...{ project: 1, name: 'Replayed', kind: 'page', unit: 'visitor' },
    goal: { type: 'revenue_per_unit', window_hours: 24 },
    variants: ['A', 'B'].map((key) => ({
      ...{ key, name: key, is_control: key === 'A', weight_bp: 5_000 },
      url: `https://pages.test/${key}`,
    })),
    ...{ min_runtime_days: 1, max_runtime_days: 9, min_conversions: 1 },
  }),
  'replayed',
  new Date(start),
);
const row = {
  ...{ ...columns, target: null, plannedUnits: 20, winsorCap: null, firstCrossingId: null },
  ...{ decision: null, decidedVariant: null, decisionNote: '', isOverride: false },
  ...{ decidedAt: null, decidedBy: null, decisionSnapshotId: null },
  ...{ startedAt: new Date(start), endedAt: null, archivedAt: null },
} satisfies TestRow;

const figuresOf = (units: readonly PlainUnit[], reading: 'frozen' | 'present') =>
  new Map(
    [...plainFigures(units, 'revenue_per_unit', reading)].map(
      ([key, figures]): [string, VariantFigures] => [
        key,
        { ...figures, revenue: `${figures.revenue}` },
      ],
    ),
  );

type Crossing = Observed['firstCrossing'];

/** What a look finds in what had arrived until then, as a snapshot does. */
function look(units: readonly PlainUnit[], asOf: number, id: string, firstCrossing: Crossing) {
  const goal: TestFigures = {
    frozen: figuresOf(units, 'frozen'),
    present: figuresOf(units, 'present'),
  };
  return buildResults(row, {
    ...{ id, asOf: new Date(asOf), days: (asOf - start) / (24 * HOUR), currency: 'USD', goal },
    ...{ guardrails: [], cap: null, firstCrossing },
    phase: { units: new Map(), weights: { A: 5_000, B: 5_000 } },
    silence: { is_silent: false, last_event_at: null },
  });
}

/** The moments at which something arrives, and those between and after them. */
function momentsIn({ exposures, reports }: History): number[] {
  const arrivals = [
    ...exposures.map(({ arrival }) => arrival),
    ...reports.map(({ known }) => known),
  ];
  const ends = exposures.map(({ at }) => at + 48 * HOUR);
  return [...new Set([...arrivals, ...ends])].sort((a, b) => a - b);
}

const frozenIn = (units: readonly PlainUnit[]) =>
  new Map(units.flatMap(({ id, variant, frozen }) => (frozen ? [[id, { variant, frozen }]] : [])));

/** The prefix of a history: nothing in it is known that arrives later. */
const until = ({ exposures, reports }: History, asOf: number): History => ({
  exposures: exposures.filter(({ arrival }) => arrival <= asOf),
  reports: reports.filter(({ known }) => known <= asOf),
});

describe('a history that is replayed at every moment', () => {
  it('moves no frozen outcome, drops no unit of the gate, and keeps the first crossing', () => {
    let [looks, crossings, lateChanges] = [0, 0, 0];
    for (let seed = 1; seed <= 500; seed += 1) {
      const history = historyOf(seed);
      let before = frozenIn([]);
      let crossing: Crossing = null;
      for (const asOf of momentsIn(history)) {
        const units = plainOutcomes(until(history, asOf), {
          ...{ unit: 'visitor', windowHours: 24, asOf },
        });
        const now = frozenIn(units);
        for (const [id, outcome] of before) {
          expect(now.get(id), `history ${seed}, unit ${id}`).toEqual(outcome);
        }
        const found = look(units, asOf, `${seed}-${looks}`, crossing);
        if (crossing) expect(found.first_crossing).toEqual(crossing);
        if (!crossing && found.first_crossing) {
          crossings += 1;
          expect(found.first_crossing).toEqual({
            ...{ snapshot_id: found.snapshot_id, at: found.as_of },
          });
          expect(found.gate.status).toMatch(/^ready_/);
        }
        const isMoved = units.some(
          ({ frozen, present }) => frozen && frozen.worth !== present.worth,
        );
        if (isMoved) lateChanges += 1;
        [before, crossing] = [now, found.first_crossing];
        looks += 1;
      }
      // A question asked at the end about an earlier moment is answered as it was then.
      const [middle = start] = momentsIn(history).slice(10);
      const asked = { unit: 'visitor', windowHours: 24, asOf: middle } as const;
      expect(plainOutcomes(history, asked)).toEqual(plainOutcomes(until(history, middle), asked));
    }
    expect(looks).toBeGreaterThan(10_000);
    expect(crossings).toBeGreaterThan(100);
    expect(lateChanges).toBeGreaterThan(100);
  });
});
