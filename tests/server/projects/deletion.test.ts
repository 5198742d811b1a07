import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectSchema } from '#contract/projects/schemas.ts';
import { eraseProjects } from '#server/projects/erasure.ts';
import { silent } from '#tests/support/stores.ts';
import type { Company } from '../authorization/test-data.ts';
import { startTestProduct, type TestProduct } from '../authorization/test-product.ts';
import { event, storeInInbox } from '../pipeline/inbox-events.ts';

let setting: TestProduct;

beforeAll(async () => {
  setting = await startTestProduct();
  // Decisions reach the warehouse a moment later, and rows are counted here.
  await vi.waitFor(
    async () => {
      const { rowCount } = await setting.pool.query('select from pending_decisions limit 1');
      expect(rowCount).toBe(0);
    },
    { timeout: 60_000, interval: 50 },
  );
});
afterAll(() => setting?.stop());

const day = 86_400_000;

const asOwner = (path: string, body?: object) =>
  setting.app.inject({
    method: 'POST',
    url: `/api/v1/projects/${setting.data.own.projectId}/${path}/`,
    headers: { authorization: `Token ${owner()?.token}` },
    ...(body ? { payload: body } : {}),
  });
const owner = () => setting.data.personas.find(({ name }) => name === 'owner');

/** Where rows of a project are, in both stores, with their number. */
async function rowsOf({ projectId }: Company): Promise<Record<string, number>> {
  const { pool, warehouse } = setting;
  const found: Record<string, number> = {};
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'project_id' order by 1`,
  );
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select count(*)::int as count from "${name}" where project_id = $1`,
      [projectId],
    );
    if (rows[0].count > 0) found[name] = rows[0].count;
  }
  for (const name of ['events', 'visits', 'labels', 'conversions', 'conversion_versions']) {
    const answer = await warehouse.reader.query({
      query: `SELECT count() AS count FROM ${name} WHERE project_id = {project:UInt32}`,
      query_params: { project: projectId },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ count: string }>();
    if (Number(row?.count) > 0) found[name] = Number(row?.count);
  }
  return found;
}

const erase = (now: Date) => {
  const { pool, warehouse } = setting;
  return eraseProjects({
    pool,
    warehouse,
    cluster: undefined,
    now: () => now,
    log: silent,
    endSubscription: async () => false,
  });
};

describe('deleting a project', () => {
  it('takes its name, waits seven days, and can be undone until then', async () => {
    const { own } = setting.data;
    const wrong = await asOwner('delete', { name: 'something else' });
    expect(wrong.json()).toEqual({ name: ['This is not the name of the project.'] });
    const answer = await asOwner('delete', { name: ` ${own.canary} ` });
    expect(projectSchema.parse(answer.json()).deletes_at).toBe('2026-11-27T12:00:00.000Z');
    const again = await asOwner('delete', { name: own.canary });
    expect(again.json().deletes_at).toBe('2026-11-27T12:00:00.000Z');
    const before = await rowsOf(own);
    expect(await erase(new Date(setting.now().getTime() + 7 * day - 1))).toEqual([]);
    expect(await rowsOf(own)).toEqual(before);
    expect((await asOwner('restore')).json().deletes_at).toBeNull();
    expect(await erase(new Date(setting.now().getTime() + 8 * day))).toEqual([]);
    expect(await rowsOf(own)).toEqual({ ...before });
  });

  it('removes all its rows from both stores, and no rows of other projects', async () => {
    const { own, foreign } = setting.data;
    await asOwner('delete', { name: own.canary });
    const before = await rowsOf(foreign);
    for (const name of ['events', 'conversions', 'memberships', 'affiliates', 'invite_projects']) {
      expect(await rowsOf(own)).toHaveProperty(name);
    }
    const then = new Date(setting.now().getTime() + 7 * day);
    expect(await erase(then)).toEqual([own.projectId]);
    expect(await rowsOf(own)).toEqual({ project_erasures: 1 });
    expect(await rowsOf(foreign)).toEqual(before);
    expect((await asOwner('restore')).statusCode).toBe(404);
    const { rows } = await setting.pool.query(
      'select action, target from audit_entries where chain = $1 order by number desc limit 1',
      [`project:${own.projectId}`],
    );
    expect(rows).toEqual([{ action: 'project.erased', target: own.canary }]);
  });

  it('also deletes waiting rows', async () => {
    const { own } = setting.data;
    await storeInInbox(setting.pool, [event(own.projectId, { visitor_id: 'late' })]);
    await setting.flush();
    expect(await rowsOf(own)).toHaveProperty('events');
    await erase(new Date(setting.now().getTime() + 7 * day + 3_600_000));
    expect(await rowsOf(own)).toEqual({});
  });
});
