import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBasis, storeDecision } from '#server/conversions/decision-batches.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { requestRecompute } from '#server/pipeline/request-recompute.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { createMember } from '../projects/users.ts';
import { cost, NOON, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();
const now = () => new Date(NOON + 7_200_000);

let mover: Mover;
let changed: number[] = [];
beforeAll(() => {
  const { pool, warehouse } = stores();
  const onChanged = (projects: readonly number[]) => void changed.push(...projects);
  mover = startMover({ pool, warehouse, log: silent, now, onChanged });
});
afterAll(() => mover?.stop());
beforeEach(() => {
  changed = [];
});

const newProject = async () => (await addProject(stores().pool)).id;

const waiting = (table: 'pending_refresh' | 'pending_decisions', project: number) => async () =>
  (await stores().pool.query(`select from ${table} where project_id = $1`, [project])).rowCount;

async function decide(project: number): Promise<void> {
  const { pool, warehouse } = stores();
  const [row] = await select<{ id: string; uid: string; key: string }>(
    warehouse,
    `SELECT conversion_id AS id, event_uid AS uid, dedup_key AS key FROM conversions FINAL
     WHERE project_id = {project:UInt32}`,
    { project },
  );
  if (!row) throw new Error('There is no conversion.');
  const { id: conversion, uid, key } = row;
  const owner = await createMember(pool, project, 'owner');
  await storeDecision(pool, {
    to: 'rejected',
    reason: null,
    note: '',
    by: owner.id,
    at: now(),
    found: [{ project, conversion, uid, key, from: 'approved' }],
    basis: await readBasis(pool),
    onKept: async () => undefined,
  });
  mover.notifyDecision();
}

describe('the projects whose figures changed are known', () => {
  it('when a call that waits for its events goes on, after sales and after costs', async () => {
    const [sold, spent] = [await newProject(), await newProject()];
    await storeInInbox(stores().pool, [purchase(sold)], [cost(spent)]);
    await mover.flush();
    expect([...new Set(changed)].sort()).toEqual([sold, spent].sort());
  });

  it('when a decision is applied', async () => {
    const project = await newProject();
    await storeInInbox(stores().pool, [purchase(project)]);
    await mover.flush();
    changed = [];
    await decide(project);
    await expect.poll(waiting('pending_decisions', project)).toBe(0);
    expect(changed).toContain(project);
  });

  it('when a project is computed again', async () => {
    const project = await newProject();
    await storeInInbox(stores().pool, [purchase(project)]);
    await mover.flush();
    changed = [];
    await requestRecompute(stores().pool, project);
    mover.notifyDecision();
    await expect.poll(waiting('pending_refresh', project)).toBe(0);
    expect(changed).toContain(project);
  });
});
