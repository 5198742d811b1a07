import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readBasis,
  storeDecision,
  undoDecision,
  waitUntilApplied,
} from '#server/conversions/decisions.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type PixelStage, startPixelStage } from '../event-pixels/stage.ts';
import { at, NOON, purchase } from '../pipeline/journal.ts';

const stores = sharedStores();
let stage: PixelStage;
beforeAll(async () => {
  stage = await startPixelStage(stores());
  stage.clock.advance(NOON - stage.clock.now().getTime());
});
afterAll(() => stage?.stop());

let count = 0;

/** A partner that is called for approved and rejected conversions, and a purchase it has received. */
async function told() {
  const { projectId, affiliate, owner, event } = await stage.company();
  count += 1;
  const path = `/decided-${count}`;
  const pixel = await stage.create(owner, {
    affiliate,
    event,
    type: 'postback',
    fire_on: ['approved', 'rejected'],
    dedup_mode: 'new',
    url_template: `${stage.partner.origin}${path}?status={status}`,
  });
  await stage.happen(
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
    const batch = await storeDecision(stage.pool, {
      to: 'rejected',
      reason: 'fraud',
      note: '',
      by: owner.id,
      at: stage.clock.now(),
      found: [{ project: projectId, from: 'approved', ...found }],
      basis: await readBasis(stage.pool),
      onKept: async () => {},
    });
    if (batch === null) throw new Error('The decision changed nothing.');
    return batch;
  };
  const undo = (id: string) =>
    undoDecision(stage.pool, {
      id,
      by: owner.id,
      at: stage.clock.now(),
      projects: [projectId],
      onUndone: async () => {},
    });
  return {
    owner,
    pixel,
    found,
    reject,
    undo,
    calls: () => stage.partner.heardAt(path).map(({ url }) => url.searchParams.get('status')),
  };
}

async function shown(batch: string): Promise<void> {
  await waitUntilApplied(stage.pool, { batch });
  await stage.flush();
}

describe('event pixels', () => {
  it('are called for a decision like for other changes, and for the new parts of its undo', async () => {
    const { owner, pixel, found, reject, undo, calls } = await told();
    expect(calls()).toEqual(['approved']);
    const batch = await reject();
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
    expect((await stage.log(owner, pixel)).map(({ conversion }) => conversion)).toEqual([
      found.conversion,
      found.conversion,
    ]);
    await undo(batch);
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
  });

  it('are called once, whatever fails in between', async () => {
    const { reject, calls } = await told();
    stage.failAfterNews();
    const batch = await reject();
    await shown(batch);
    expect(calls()).toEqual(['approved', 'rejected']);
    const { rows } = await stage.pool.query('select from pending_decisions');
    expect(rows).toHaveLength(0);
  });
});
