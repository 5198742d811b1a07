import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startMover } from '#server/pipeline/mover.ts';
import { isRefillable, refillTables } from '#server/pipeline/refill-tables.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { at, cost, event, NOON, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();

const HOUR = 3_600_000;
const MONTH = 720 * HOUR;
const nasty = `tab\t line\n quote' back\\ ü 😀`;

/** Clicks of every kind over months, conversions that late news move and remove, and a cost that is replaced. */
async function fill(project: number): Promise<void> {
  const { pool, warehouse } = stores();
  const mover = startMover({ pool, warehouse, log: silent, now: () => new Date(NOON) });
  const kinds = [{}, { is_bot: 1 }, { is_test: 1 }, { is_twin: 1 }] as const;
  const ids = [{}, { click_id: 'k' }, { visitor_id: nasty }, { user_id: 'u' }];
  const clicks = kinds.flatMap((kind) =>
    ids.flatMap((id, month) => [
      event(project, { ...kind, ...id, event_time: at(-month * MONTH), affid: 'a1' }),
      event(project, { ...kind, ...id, click_id: 'k2', visitor_id: 'v2', user_id: 'u2' }),
    ]),
  );
  const sale = { event_id: 'e1', order_id: 'o1', visitor_id: 'v2' };
  await storeInInbox(
    pool,
    [...clicks, purchase(project, { ...sale, event_time: at(5 * HOUR) })],
    [cost(project), cost(project, { affid: 'a1', spend_base: '3' })],
  );
  await mover.flush();
  const earlier = purchase(project, { ...sale, event_time: at(2 * HOUR) });
  const refund = event(project, { event_name: 'refund', order_id: 'o1', value: '6' });
  await storeInInbox(
    pool,
    [earlier, refund, purchase(project)],
    [cost(project, { spend_base: '9' })],
  );
  await mover.flush();
  await mover.stop();
}

const rowsIn = (project: number) =>
  Promise.all(
    ['visits', 'costs FINAL', 'conversions FINAL', 'conversion_keys FINAL'].map((table) =>
      select(
        stores().warehouse,
        `SELECT * FROM ${table} WHERE project_id = {project:UInt32} ORDER BY ALL`,
        { project },
      ),
    ),
  );

it('fills what was lost of a table from what stays, whatever was lost, and adds nothing', async () => {
  const { pool, warehouse } = stores();
  const { id: project } = await addProject(pool);
  await fill(project);
  const before = await rowsIn(project);
  expect(before.slice(0, 3).map((rows) => rows.length)).toEqual([30, 2, 3]);
  expect(before[3]?.length).toBeGreaterThan(3);
  const tables = new Set(['visits', 'costs', 'conversions', 'conversion_keys']);
  const key = {
    visits: 'event_uid',
    costs: 'version',
    conversions: 'version',
    conversion_keys: 'id_key',
  };
  const loss = fc.record({
    table: fc.constantFrom('visits', 'costs', 'conversions', 'conversion_keys'),
    parts: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(loss, async ({ table, parts, seed }) => {
      await warehouse.writer.command({
        query: `ALTER TABLE ${table} DELETE WHERE project_id = {project:UInt32}
          AND sipHash64(${key[table]}, {seed:UInt8}) % {parts:UInt8} = 0 SETTINGS mutations_sync = 2`,
        query_params: { project, parts, seed },
      });
      await refillTables(warehouse.writer, new Set([table]));
      expect(await rowsIn(project)).toEqual(before);
    }),
    { numRuns: 8 },
  );
  await refillTables(warehouse.writer, tables);
  expect(await rowsIn(project)).toEqual(before);
});

it.each([
  ['visits', true],
  ['costs', true],
  ['conversions', true],
  ['conversion_keys', true],
  ['cost_history', false],
  ['conversion_versions', false],
  ['labels', false],
])('knows what can be filled again: %s', (table, can) => {
  expect(isRefillable(table)).toBe(can);
});
