import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import type { Query } from '#model/query.ts';
import { freshPixel, pixel } from '../../support/master-pixels.ts';
import { offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

/** Both pixels of a project are removed, one right after the other. */
async function removeBoth() {
  const [read, remove, restore] = [
    scriptedRequest<{ rows: MasterPixel[] }, { scope: Query; isRefresh: boolean }>(),
    scriptedRequest<void, { entry: MasterPixel }>(),
    scriptedRequest<Outcome<MasterPixel, never>, { entry: MasterPixel }>(),
  ];
  const undos: string[] = [];
  const actor = createActor(
    masterPixelsMachine.provide({
      actors: {
        readEntries: read.logic,
        removeEntry: remove.logic,
        restoreEntry: restore.logic,
      },
      actions: { showUndo: (_, { entry }) => void undos.push(entry.name) },
    }),
    { input: { scope: query } },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.rows.map(({ name }) => name);
  read.answer({ output: { rows: [pixel, freshPixel] } });
  await expect.poll(names).toEqual([pixel.name, freshPixel.name]);
  for (const one of [pixel, freshPixel]) {
    actor.send({ type: 'entry.remove', entry: one });
    remove.answer({ output: undefined });
    await expect.poll(names).not.toContain(one.name);
  }
  expect(undos).toEqual([pixel.name, freshPixel.name]);
  return { actor, read, restore, value, names };
}
const idle = { ready: { resting: 'idle' } };

describe('master pixels', () => {
  it('are each restored, in any order', async () => {
    const { actor, restore, value, names } = await removeBoth();
    actor.send({ type: 'entry.restore', entry: pixel });
    actor.send({ type: 'entry.restore', entry: freshPixel });
    expect(restore.calls).toEqual([{ entry: pixel }]);
    restore.answer({ output: { entry: pixel } });
    await expect.poll(() => restore.calls.at(-1)).toEqual({ entry: freshPixel });
    restore.answer({ output: { entry: freshPixel } });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual([pixel.name, freshPixel.name]);
  });

  it('can be restored again by name where one failed', async () => {
    const { actor, restore, value, names } = await removeBoth();
    actor.send({ type: 'entry.restore', entry: pixel });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'notRestored' } });
    actor.send({ type: 'entry.restore', entry: freshPixel });
    restore.answer({ output: { entry: freshPixel } });
    await expect.poll(names).toEqual([freshPixel.name]);
    expect(actor.getSnapshot().context.notRestored).toEqual([{ entry: pixel, problem: offline }]);
    expect(value()).toEqual({ ready: { resting: 'notRestored' } });
    actor.send({ type: 'entry.restore', entry: pixel });
    restore.answer({ output: { entry: pixel } });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual([pixel.name, freshPixel.name]);
  });

  it('are restored in their project, also when another project is shown by then', async () => {
    const { actor, read, restore, value, names } = await removeBoth();
    const other: MasterPixel = { ...pixel, id: 9, project: 8, name: 'Elsewhere' };
    actor.send({ type: 'scope.change', scope: { ...query, project: 8 } });
    actor.send({ type: 'entry.restore', entry: pixel });
    read.answer({ output: { rows: [other] } });
    await expect.poll(() => restore.calls).toEqual([{ entry: pixel }]);
    restore.answer({ output: { entry: pixel } });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual([other.name]);
  });
});
