import type pg from 'pg';
import { expect, it } from 'vitest';
import { assignBatch, deleteBatch } from '#server/pipeline/batches.ts';
import { addProject, sharedStores } from '#tests/support/stores.ts';
import { event, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();

type Node = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
};

/** All rows that the steps of a plan looked at, each as often as it did. */
const examinedBy = (node: Node): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, inner) => sum + examinedBy(inner), 0);

async function examined(client: pg.PoolClient, most: number): Promise<number> {
  await client.query('begin');
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, format json) execute "mover-assign" ('00000000-0000-8000-a000-000000000000', ${most})`,
  );
  await client.query('rollback');
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  return explained ? examinedBy(explained.Plan) : Number.NaN;
}

it.each([
  [3_000, 500],
  [6_000, 2_000],
])(
  'a batch of an inbox with %i rows looks at few rows, also after many small batches: %i',
  async (many, most) => {
    const { pool } = stores();
    const { id } = await addProject(pool);
    const client = await pool.connect();
    try {
      // A plan that is kept would be made here, for an inbox with one row.
      await storeInInbox(pool, [event(id)]);
      await client.query('vacuum analyze inbox');
      for (let round = 0; round < 12; round += 1) {
        await storeInInbox(pool, [event(id)]);
        const small = await assignBatch(client, 1);
        if (small) await deleteBatch(client, small);
      }
      for (let part = 0; part < many; part += 1_000) {
        await storeInInbox(
          pool,
          Array.from({ length: 1_000 }, () => event(id)),
        );
      }
      expect(await examined(client, most)).toBeLessThan(10 * many);
      await client.query('delete from inbox');
    } finally {
      client.release();
    }
  },
);
