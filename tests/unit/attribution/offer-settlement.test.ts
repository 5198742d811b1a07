import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrival } from './event-orders.ts';
import { FakeWarehouse } from './fake-warehouse.ts';
import { type History, headOf, histories, reportsOf } from './offer-histories.ts';
import { payoutsOf } from './payout-reference.ts';
import { facts, NOON } from './samples.ts';

type Step = Arrival | { decide: string; status: string; order: number };

const stepsOf = ({ clicks, orders }: History): Step[] => [
  ...clicks.map((one) => ({ click: one })),
  ...orders.flatMap((order) => reportsOf(order).map((event) => ({ event }))),
  ...orders.flatMap((order, index) =>
    order.decision === null
      ? []
      : [{ decide: headOf(order), status: order.decision, order: index + 1 }],
  ),
];

/** The same steps in any order, cut into batches anywhere, some of them again. */
const journeys = histories.chain((history) => {
  const steps = stepsOf(history);
  return fc.record({
    history: fc.constant(history),
    steps: fc.shuffledSubarray(steps, { minLength: steps.length }),
    cuts: fc.array(fc.boolean(), { minLength: steps.length, maxLength: steps.length }),
    again: fc.subarray(steps, { minLength: 0 }),
    page: fc.integer({ min: 1, max: 5 }),
  });
});

async function run(warehouse: FakeWarehouse, steps: readonly Step[], cuts: readonly boolean[]) {
  let batch: Arrival[] = [];
  for (const [index, step] of steps.entries()) {
    if (cuts[index] || 'decide' in step) {
      await warehouse.move(batch);
      batch = [];
    }
    if ('decide' in step) {
      const { decide, status, order } = step;
      await warehouse.decide(decide, { order, status, at: NOON });
    } else batch.push(step);
  }
  await warehouse.move(batch);
}

const sumOf = ({ figures }: FakeWarehouse): bigint =>
  figures
    .filter(({ side, excluded_reason }) => side === 'server' && excluded_reason === '')
    .reduce((sum, { payout }) => sum + BigInt(payout.replace('.', '')), 0n);

const timeoutMs = 240_000;

describe('payouts of offers', () => {
  it(
    'add up to those of the orders alone, in any order of reports, clicks, decisions, refunds and replays',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, async ({ history, steps, cuts, again, page }) => {
          const own = { ...facts, offers: history.offers };
          const [atOnce, inPieces] = [new FakeWarehouse(own), new FakeWarehouse(own)];
          await run(atOnce, stepsOf(history), []);
          await run(inPieces, steps, cuts);
          expect(sumOf(inPieces)).toBe(payoutsOf(history));
          expect(inPieces.figures).toEqual(atOnce.figures);

          const { written, figures } = inPieces;
          await run(inPieces, again, []);
          await inPieces.recomputeAll(page);
          expect(inPieces.written).toBe(written);
          expect(inPieces.figures).toEqual(figures);
        }),
        { numRuns: 1_000 },
      );
    },
    timeoutMs,
  );

  it(
    'are the same after an offer changed and everything was computed again, page by page',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, histories, async ({ history, steps, cuts, page }, other) => {
          const warehouse = new FakeWarehouse({ ...facts, offers: other.offers });
          await run(warehouse, steps, cuts);
          warehouse.facts = { ...facts, offers: history.offers };
          await warehouse.recomputeAll(page);
          expect(sumOf(warehouse)).toBe(payoutsOf(history));
        }),
        { numRuns: 300 },
      );
    },
    timeoutMs,
  );
});
