import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBasis, storeDecision, undoDecision } from '#server/conversions/decision-batches.ts';
import { requestRecompute } from '#server/pipeline/request-recompute.ts';
import { withVersionLock } from '#server/pipeline/version-lock.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type PixelFixture, startPixelFixture } from '../event-pixels/fixture.ts';
import { at, NOON, purchase } from '../pipeline/inbox-events.ts';

const stores = sharedStores();
let fixture: PixelFixture;
beforeAll(async () => {
  fixture = await startPixelFixture(stores());
  fixture.clock.advance(NOON - fixture.clock.now().getTime());
});
afterAll(() => fixture?.stop());

let count = 0;

/** A partner that is called for approved and rejected conversions, and a purchase it has received. */
async function told() {
  const { projectId, affiliate, owner, event } = await fixture.company();
  count += 1;
  const path = `/decided-${count}`;
  const pixel = await fixture.create(owner, {
    affiliate,
    event,
    type: 'postback',
    fire_on: ['approved', 'rejected'],
    dedup_mode: 'new',
    url_template: `${fixture.partner.origin}${path}?status={status}`,
  });
  await fixture.happen(
    purchase(projectId, {
      affid: '1001',
      order_id: `decided-${count}`,
      event_id: `d${count}`,
      value: '10',
      event_time: at(300_000),
    }),
  );
  const answer = await stores().warehouse.writer.query({
    query: `SELECT conversion_id AS conversion, event_uid AS uid, dedup_key AS key FROM conversions FINAL
      WHERE project_id = {project:UInt32}`,
    query_params: { project: projectId },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ conversion: string; uid: string; key: string }>();
  if (!found) throw new Error('Nothing was sold.');
  const reject = async () => {
    const batch = await storeDecision(fixture.pool, {
      to: 'rejected',
      reason: 'fraud',
      note: '',
      by: owner.id,
      at: fixture.clock.now(),
      found: [{ project: projectId, from: 'approved', ...found }],
      basis: await readBasis(fixture.pool),
      onKept: async () => {},
    });
    if (batch === null) throw new Error('The decision changed nothing.');
    return batch;
  };
  const undo = (id: string) =>
    undoDecision(fixture.pool, {
      id,
      by: owner.id,
      at: fixture.clock.now(),
      projects: [projectId],
      onUndone: async () => {},
    });
  return {
    projectId,
    owner,
    pixel,
    found,
    reject,
    undo,
    calls: () => fixture.partner.heardAt(path).map(({ url }) => url.searchParams.get('status')),
  };
}

/** The product's own wait ends after a while, which a busy machine may exceed. */
async function shown(batch: string): Promise<void> {
  const waiting = () =>
    fixture.pool.query('select from pending_decisions where batch_id = $1', [batch]);
  await expect.poll(async () => (await waiting()).rows, { timeout: 90_000 }).toEqual([]);
  await fixture.flush();
}

/** How many wait to assign a version: the mover for its next batch, and what changes figures between batches. */
async function waitingForTurns(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks
     where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.waiting ?? 0;
}

describe('event pixels', () => {
  it('are called for a decision like for other changes, and for the new parts of its undo', async () => {
    const { owner, pixel, found, reject, undo, calls } = await told();
    expect(calls()).toEqual(['approved']);
    const batch = await reject();
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
    expect((await fixture.log(owner, pixel)).map(({ conversion }) => conversion)).toEqual([
      found.conversion,
      found.conversion,
    ]);
    await undo(batch);
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
  });

  it('are called for a decision that a recomputation of the project included before', async () => {
    const { projectId, reject, calls } = await told();
    const client = await fixture.pool.connect();
    const batch = await withVersionLock(client, async () => {
      await requestRecompute(fixture.pool, projectId);
      // The recomputation waits for its turn, and will find the decision when it has it.
      await expect.poll(() => waitingForTurns(client), { timeout: 30_000 }).toBe(2);
      return reject();
    }).finally(() => client.release());
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
  });

  it('are called once, whatever fails in between', async () => {
    const { reject, calls } = await told();
    fixture.failAfterNews();
    const batch = await reject();
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
    const { rows } = await fixture.pool.query('select from pending_decisions');
    expect(rows).toHaveLength(0);
  });
});
