import { expect, it } from 'vitest';
import { startMover } from '#server/pipeline/mover.ts';
import { processRecomputeRequests } from '#server/pipeline/recompute-requests.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { at, event, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();
const now = () => new Date('2026-11-30T12:00:00.000Z');

it('conversions that were stored before touches had credit are stored anew', async () => {
  const { pool, warehouse } = stores();
  const { id } = await addProject(pool);
  const mover = startMover({ pool, warehouse, log: silent, now });
  await storeInInbox(pool, [
    event(id, { visitor_id: 'ann', click_id: 'ck_1', event_time: at(0) }),
    purchase(id, { visitor_id: 'ann', click_id: 'ck_1', country: 'DE', affid: '1004' }),
  ]);
  await mover.flush();
  await mover.stop();
  const found = () =>
    select<{ touches: string; own_country: string; own_affid: string }>(
      warehouse,
      `SELECT touches, own_country, own_affid FROM conversions FINAL WHERE project_id = {project:UInt32}`,
      { project: id },
    );
  const written = await found();
  expect(JSON.parse(written[0]?.touches ?? '[]')).toMatchObject([{ before: 3_600_000, own: 1 }]);
  expect(written).toMatchObject([{ own_country: 'DE', own_affid: '1004' }]);

  for (const table of ['conversions', 'conversion_versions']) {
    await warehouse.writer.command({
      query: `INSERT INTO ${table} SELECT * REPLACE ('[]' AS touches, 'ZZ' AS own_country,
        version + 1 AS version) FROM ${table} WHERE project_id = {project:UInt32}`,
      query_params: { project: id },
    });
  }
  const raised = 'select setval($1, nextval($1) + 10)';
  await pool.query(raised, ['warehouse_versions']);
  expect(await found()).not.toEqual(written);
  await pool.query('insert into pending_refresh (project_id, everything) values ($1, true)', [id]);
  await processRecomputeRequests({ pool, warehouse: warehouse.writer, now });
  expect(await found()).toEqual(written);
  const { rowCount } = await pool.query('select from pending_refresh where project_id = $1', [id]);
  expect(rowCount).toBe(0);
});
