import { expect, it } from 'vitest';
import type { TestResults } from '#contract/split-tests/results.ts';
import { lineOf } from '#server/split-tests/test-line.ts';
import type { StoredTest } from '#server/split-tests/test-rows.ts';
import { readyResults } from '../../support/split-test-detail.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const rowWith = (direction: 'up' | 'down') =>
  ({
    ...{
      id: '01TESTA',
      slug: 'hero',
      name: 'Hero page',
      hypothesis: '',
      kind: 'page',
      unit: 'click',
    },
    ...{ status: 'running', archivedAt: null, variants: [], maxRuntimeDays: 42, version: 1 },
    goal: { type: 'conversion_rate', event: 'refund', window_hours: 72, direction },
    ...{ decision: null, startedAt: now, endedAt: null },
  }) as unknown as StoredTest['row'];
const lineWith = (direction: 'up' | 'down', results: TestResults) =>
  lineOf({ row: rowWith(direction), phases: [], ship: null }, results, {
    now,
    memberName: () => null,
  });

it('turns the chance of the leader where less is better, as the screen of the test does', () => {
  const leader = { key: 'B', lift: 0.155, low: 0.02, high: 0.29 };
  const up = lineWith('up', readyResults);
  expect(up).toMatchObject({ unit: 'click', leader: { ...leader, chance: 0.988 } });
  const down = lineWith('down', readyResults);
  expect(down.leader).toMatchObject(leader);
  expect(down.leader?.chance).toBeCloseTo(0.012, 10);
});

it('names the same leader as the screen of the test: the one whose interval is best', () => {
  const [control, treatment] = readyResults.variants;
  const other = treatment?.comparison;
  if (!control || !treatment || !other) throw new Error('The sample has a treatment.');
  const uncertain = {
    ...treatment,
    key: 'C' as const,
    comparison: { ...other, lift: 0.4, interval: { low: -0.2, high: 1 } },
  };
  const results: TestResults = {
    ...readyResults,
    gate: { ...readyResults.gate, winner: null },
    variants: [control, uncertain, treatment],
  };
  expect(lineWith('up', results).leader?.key).toBe('B');
});
