import { beforeAll, describe, expect, it } from 'vitest';
import type { GoalType } from '#contract/split-tests/definition.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import type { OutcomeQuestion } from '#server/split-tests/outcomes/outcome-question.ts';
import { readCap, readFigures } from '#server/split-tests/outcomes/read-figures.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import { type Exposure, insertExposures, insertReports, type Report } from './traffic.ts';

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 1);
const stores = sharedStores();
let select: ReturnType<typeof createWarehouseReads>['select'];

beforeAll(() => {
  select = createWarehouseReads(stores().warehouse.reader).select;
});

type World = { exposures: Exposure[]; reports: Report[] };

/** Visitors with one or several visits, and conversions of which later versions correct or reject earlier ones. */
function worldOf(seed: number): World {
  const { next, between } = seededRandom(seed);
  const exposures: Exposure[] = [];
  const reports: Report[] = [];
  for (let visitor = 0; visitor < 60; visitor += 1) {
    for (let visit = 0; visit < between(1, 3); visit += 1) {
      const at = start + between(0, 20 * 24) * HOUR;
      const arrival = at + (next() < 0.1 ? between(0, 48) * HOUR : 0);
      const variant = next() < 0.05 ? 'C' : visitor % 2 === 0 ? 'A' : 'B';
      const click = `click-${visitor}-${visit}`;
      exposures.push({ visitor: `visitor-${visitor}`, click, variant, at, arrival });
      if (next() < 0.5) continue;
      const happened = at + between(0, 100) * HOUR;
      const byClick = next() < 0.7;
      for (let version = 1; version <= between(1, 3); version += 1) {
        reports.push({
          id: `order-${visitor}-${visit}`,
          version,
          at: happened,
          known: happened + (version - 1) * between(1, 60) * HOUR,
          worth: between(1, 100),
          paid: between(0, 10),
          counts: next() < 0.85,
          click: byClick ? click : '',
          visitor: byClick ? '' : `visitor-${visitor}`,
        });
      }
    }
  }
  return { exposures, reports };
}

type Unit = {
  id: string;
  variant: string;
  shown: number;
  variants: Set<string>;
  clicks: Set<string>;
};
type Reading = { orders: number; worth: number; paid: number };

/** The same by plain loops. */
function plain({ exposures, reports }: World, { unit, windowHours, asOf }: OutcomeQuestion) {
  const units = new Map<string, Unit>();
  const arrived = exposures.map((one, at) => ({ ...one, at: one.at, order: at }));
  arrived.sort((a, b) => a.arrival - b.arrival || a.order - b.order);
  for (const { visitor, click, variant, at, arrival } of arrived) {
    if (arrival > asOf.getTime()) continue;
    const id = unit === 'visitor' ? visitor : click;
    const known = units.get(id) ?? {
      id,
      variant,
      shown: at,
      variants: new Set<string>(),
      clicks: new Set<string>(),
    };
    known.variants.add(variant);
    known.clicks.add(click);
    units.set(id, known);
  }
  const owns = (one: Unit, report: Report) =>
    report.at >= one.shown && report.at <= one.shown + windowHours * HOUR;
  const ownerOf = (report: Report) => {
    const all = [...units.values()].filter((one) => owns(one, report));
    const byClick = all.filter(({ clicks }) => report.click !== '' && clicks.has(report.click));
    const byVisitor = all.filter(({ id }) => unit === 'visitor' && id === report.visitor);
    return byClick[0] ?? byVisitor[0] ?? null;
  };
  const rows = [...units.values()].flatMap((one) => {
    const freeze = one.shown + (windowHours + 24) * HOUR;
    const outcome = (until: number): Reading => {
      const latest = new Map<string, Report>();
      for (const report of reports) {
        if (report.known > until || ownerOf(report) !== one) continue;
        const before = latest.get(report.id);
        if (!before || before.version < report.version) latest.set(report.id, report);
      }
      const counted = [...latest.values()].filter(({ counts }) => counts);
      return {
        orders: counted.length,
        worth: counted.reduce((sum, { worth }) => sum + worth, 0),
        paid: counted.reduce((sum, { paid }) => sum + paid, 0),
      };
    };
    const clicks = one.clicks.size;
    const present = { ...one, clicks, reading: 'present', ...outcome(asOf.getTime()) };
    const isFrozen = freeze <= asOf.getTime();
    return isFrozen
      ? [present, { ...one, clicks, reading: 'frozen', ...outcome(freeze) }]
      : [present];
  });
  return rows;
}

const question = (project: number, changes: Partial<OutcomeQuestion> = {}): OutcomeQuestion => ({
  project,
  test: 'test-1',
  unit: 'visitor',
  goal: 'revenue_per_unit',
  event: 'purchase',
  isPrimary: true,
  startedAt: new Date(start),
  windowHours: 72,
  asOf: new Date(start + 15 * 24 * HOUR),
  cap: null,
  ...changes,
});

const valuesBy: Record<GoalType, (row: Reading & { clicks: number }) => [number, number]> = {
  conversion_rate: ({ orders }) => [orders > 0 ? 1 : 0, 1],
  revenue_per_unit: ({ worth }) => [worth, 1],
  epc: ({ worth, clicks }) => [worth, clicks],
  aov: ({ worth, orders }) => [worth, orders],
  profit_per_click: ({ worth, paid, clicks }) => [worth - paid, clicks],
};

describe('what the variants of a test brought', () => {
  it.each([1, 2, 3])('is what plain loops find in world %i', async (seed) => {
    const project = 700_000 + seed;
    const world = worldOf(seed);
    await insertExposures(stores().warehouse.writer, project, world.exposures);
    await insertReports(stores().warehouse.writer, project, world.reports);
    for (const unit of ['visitor', 'click'] as const) {
      for (const goal of Object.keys(valuesBy) as GoalType[]) {
        for (const days of [6, 15, 30]) {
          const asked = question(project, { unit, goal, asOf: new Date(start + days * 24 * HOUR) });
          const found = await readFigures(select, asked);
          const rows = plain(world, asked);
          for (const reading of ['frozen', 'present'] as const) {
            for (const variant of ['A', 'B', 'C']) {
              const own = rows.filter((row) => row.variant === variant && row.reading === reading);
              const pairs = own.map(valuesBy[goal]);
              const sum = (of: (pair: [number, number]) => number) =>
                pairs.reduce((total, pair) => total + of(pair), 0);
              const expected =
                own.length === 0
                  ? undefined
                  : {
                      units: own.length,
                      conversions: own.filter(({ orders }) => orders > 0).length,
                      revenue: own.reduce((total, { worth }) => total + worth, 0),
                      inSeveral: own.filter(({ variants }) => variants.size > 1).length,
                      moments: {
                        units: own.length,
                        numerator: {
                          sum: sum(([top]) => top),
                          sumOfSquares: sum(([top]) => top ** 2),
                        },
                        denominator: {
                          sum: sum(([, bottom]) => bottom),
                          sumOfSquares: sum(([, bottom]) => bottom ** 2),
                        },
                        sumOfProducts: sum(([top, bottom]) => top * bottom),
                      },
                    };
              const seen = found[reading].get(variant);
              const read = seen && { ...seen, revenue: Number(seen.revenue) };
              expect(read, `${unit} ${goal} day ${days} ${reading} ${variant}`).toEqual(expected);
            }
          }
        }
      }
    }
  });

  it('cuts values at the cap, which is found among the frozen units', async () => {
    const project = 700_010;
    const world = worldOf(4);
    await insertExposures(stores().warehouse.writer, project, world.exposures);
    await insertReports(stores().warehouse.writer, project, world.reports);
    const asked = question(project, { asOf: new Date(start + 30 * 24 * HOUR) });
    const worths = plain(world, asked)
      .filter(({ reading, worth }) => reading === 'frozen' && worth > 0)
      .map(({ worth }) => worth)
      .sort((a, b) => a - b);
    const cap = await readCap(select, asked);
    expect(Number(cap)).toBe(worths[Math.ceil(worths.length * 0.995) - 1]);
    const cut = await readFigures(select, { ...asked, cap: '20' });
    for (const [variant, { moments }] of cut.frozen) {
      const own = plain(world, asked).filter(
        (row) => row.variant === variant && row.reading === 'frozen',
      );
      expect(moments.numerator.sum).toBe(
        own.reduce((sum, { worth }) => sum + Math.min(worth, 20), 0),
      );
    }
  });
});
