import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readBasis,
  storeDecision,
  waitUntilApplied,
} from '#server/conversions/decision-batches.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { requestRecompute } from '#server/pipeline/request-recompute.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import {
  type History,
  headOf,
  histories,
  type Order,
  reportsOf,
} from '#tests/unit/attribution/offer-histories.ts';
import { payoutsOf } from '#tests/unit/attribution/payout-reference.ts';
import { event, select, storeInInbox } from '../pipeline/inbox-events.ts';
import { hasOwnKeys, storeHistory } from './stored-history.ts';

const stores = sharedStores();
let movers: Mover[] = [];
/** Two processes: the second takes over once the first ends. */
beforeAll(() => {
  const { pool, warehouse } = stores();
  const one = () => startMover({ pool, warehouse, log: silent, now: () => new Date() });
  movers = [one(), one()];
});
afterAll(() => Promise.all(movers.map((mover) => mover.stop())));

const iso = (time: number) => new Date(time).toISOString();

function rowsOf(project: number, { clicks, orders }: History): EventRow[] {
  return [
    ...clicks.map(({ uid, time, ingested, ...input }) =>
      event(project, {
        ...input,
        event_uid: uid,
        event_time: iso(time),
        ingested_at: iso(ingested),
      }),
    ),
    ...orders
      .flatMap(reportsOf)
      .map(({ uid, name, time, ingested, key, scope, is_payout, ...input }) =>
        event(project, {
          ...input,
          event_uid: uid,
          event_name: name,
          event_time: iso(time),
          ingested_at: iso(ingested),
          dedup_key: key,
          order_scope: scope,
        }),
      ),
  ];
}

async function decide(project: number, order: Order, status: string) {
  const { pool } = stores();
  const batch = await storeDecision(pool, {
    ...{ to: status as 'approved', reason: null, note: '', by: null, at: new Date() },
    found: [
      { project, conversion: order.name, uid: headOf(order), key: order.name, from: 'approved' },
    ],
    basis: await readBasis(pool),
    onKept: async () => undefined,
  });
  for (const mover of movers) mover.notifyDecision();
  await waitUntilApplied(pool, { batch: batch ?? '' });
}

async function sumOf(project: number): Promise<bigint> {
  const [row] = await select<{ sum: string }>(
    stores().warehouse,
    `SELECT toDecimalString(sum(payout), 4) AS sum FROM conversions FINAL
     WHERE project_id = {project:UInt32} AND side = 'server' AND excluded_reason = ''`,
    { project },
  );
  return BigInt((row?.sum ?? '0').replace('.', ''));
}

const flush = () => Promise.all(movers.map((mover) => mover.flush()));

const samples = fc.sample(histories.filter(hasOwnKeys), { seed: 46, numRuns: 8 });

describe('stored payouts of offers', () => {
  it.each(samples.map((history, index) => [index, history] as const))(
    'add up to those of the orders alone, whatever came first, also when all is computed again (%d)',
    async (index, one) => {
      const { pool } = stores();
      const project = (await addProject(pool)).id;
      const history = await storeHistory(pool, project, one);
      const rows = rowsOf(project, history);
      const [shuffled = []] = fc.sample(fc.shuffledSubarray(rows, { minLength: rows.length }), {
        ...{ seed: index, numRuns: 1 },
      });
      const decided = history.orders.filter(({ decision }) => decision !== null);
      const size = 5 + index;
      for (let from = 0; from < shuffled.length; from += size) {
        await storeInInbox(pool, shuffled.slice(from, from + size));
        await flush();
        const order = decided.pop();
        if (order?.decision) await decide(project, order, order.decision);
        if (index === 3 && from === 0) await movers.shift()?.stop();
      }
      for (const order of decided) {
        if (order.decision) await decide(project, order, order.decision);
      }
      expect(await sumOf(project)).toBe(payoutsOf(history, project));
      await requestRecompute(pool, project);
      for (const mover of movers) mover.notifyDecision();
      const waiting = () =>
        pool.query('select from pending_refresh where project_id = $1', [project]);
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 30_000 }).toBe(0);
      expect(await sumOf(project)).toBe(payoutsOf(history, project));
    },
    240_000,
  );
});
