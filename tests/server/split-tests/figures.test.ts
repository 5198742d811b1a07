import { beforeAll, describe, expect, it } from 'vitest';
import { goalTypes } from '#contract/split-tests/definition.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import type { OutcomeQuestion } from '#server/split-tests/outcomes/outcome-question.ts';
import { readCap, readFigures } from '#server/split-tests/outcomes/read-figures.ts';
import {
  type Exposure,
  type History,
  plainFigures,
  plainOutcomes,
  type Report,
} from '#tests/support/split-tests/plain-outcomes.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import { insertExposures, insertReports } from './traffic.ts';

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 1);
const stores = sharedStores();
let select: ReturnType<typeof createWarehouseReads>['select'];

beforeAll(() => {
  select = createWarehouseReads(stores().warehouse.reader).select;
});

/** Visitors with one or several visits, and conversions of which later versions correct or reject earlier ones. */
function worldOf(seed: number): History {
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

const asOfQuestion = ({ unit, windowHours, asOf }: OutcomeQuestion) => ({
  ...{ unit, windowHours },
  asOf: asOf.getTime(),
});

describe('what the variants of a test brought', () => {
  it.each([1, 2, 3])('is what plain loops find in world %i', async (seed) => {
    const project = 700_000 + seed;
    const world = worldOf(seed);
    await insertExposures(stores().warehouse.writer, project, world.exposures);
    await insertReports(stores().warehouse.writer, project, world.reports);
    for (const unit of ['visitor', 'click'] as const) {
      for (const goal of goalTypes) {
        for (const days of [6, 15, 30]) {
          const asked = question(project, { unit, goal, asOf: new Date(start + days * 24 * HOUR) });
          const found = await readFigures(select, asked);
          const units = plainOutcomes(world, asOfQuestion(asked));
          for (const reading of ['frozen', 'present'] as const) {
            const read = [...found[reading]].map(
              ([key, figures]) => [key, { ...figures, revenue: Number(figures.revenue) }] as const,
            );
            expect(new Map(read), `${unit} ${goal} day ${days} ${reading}`).toEqual(
              plainFigures(units, goal, reading),
            );
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
    const frozen = plainOutcomes(world, asOfQuestion(asked)).flatMap(({ variant, frozen: its }) =>
      its ? [{ variant, worth: its.worth }] : [],
    );
    const worths = frozen
      .map(({ worth }) => worth)
      .filter((worth) => worth > 0)
      .sort((a, b) => a - b);
    const { frozen: found } = await readFigures(select, asked);
    const variants = [...found.keys()].map((key) => ({ key }));
    const fewest = Math.min(...[...found.values()].map(({ conversions }) => conversions));
    const cap = await readCap(select, asked, { variants, minConversions: fewest });
    expect(await readCap(select, asked, { variants, minConversions: fewest + 1 })).toBeNull();
    const withUnseen = [...variants, { key: 'F' }];
    expect(await readCap(select, asked, { variants: withUnseen, minConversions: 1 })).toBeNull();
    expect(Number(cap)).toBe(worths[Math.ceil(worths.length * 0.995) - 1]);
    const cut = await readFigures(select, { ...asked, cap: '20' });
    for (const [variant, { moments }] of cut.frozen) {
      const own = frozen.filter((row) => row.variant === variant);
      expect(moments.numerator.sum).toBe(
        own.reduce((sum, { worth }) => sum + Math.min(worth, 20), 0),
      );
    }
  });
});
