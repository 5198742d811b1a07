import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import { type SavedViewAction, savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { evenings, mornings, nights, taken } from '../../support/plans/saved-views/saved-views.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function start() {
  const [read, action, remove, restore] = [
    scriptedRequest<
      { rows: SavedView[]; extra?: { saved: number } },
      { scope: null; isRefresh: boolean }
    >(),
    scriptedRequest<Outcome<SavedView, never>, { scope: null; action: SavedViewAction }>(),
    scriptedRequest<void, { entry: SavedView }>(),
    scriptedRequest<Outcome<SavedView, never>, { entry: SavedView }>(),
  ];
  const undos: string[] = [];
  const done: string[] = [];
  const actor = createActor(
    savedViewsMachine.provide({
      actors: {
        readEntries: read.logic,
        runAction: action.logic,
        removeEntry: remove.logic,
        restoreEntry: restore.logic,
      },
      actions: {
        showUndo: (_, { entry }) => void undos.push(entry.name),
        announceAction: ({ context }) => void done.push(context.action?.kind ?? ''),
      },
    }),
    { input: { scope: null } },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.rows.map(({ name }) => name);
  const take = (action: SavedViewAction) => actor.send({ type: 'action.run', action });
  actor.send({ type: 'list.refresh' });
  return { actor, read, action, remove, restore, undos, done, value, names, take };
}

async function open() {
  const opened = start();
  opened.read.answer({ output: { rows: [mornings, evenings] } });
  await expect.poll(opened.names).toEqual(['Mornings', 'Evenings']);
  return opened;
}
const idle = { ready: { resting: 'idle' } };
const notRestored = { ready: { resting: 'notRestored' } };

/** Both views of the list are removed, one right after the other. */
async function removeBoth() {
  const opened = await open();
  const { actor, remove, names, undos } = opened;
  for (const view of [mornings, evenings]) {
    actor.send({ type: 'entry.remove', entry: view });
    remove.answer({ output: undefined });
    await expect.poll(names).not.toContain(view.name);
  }
  expect(undos).toEqual(['Mornings', 'Evenings']);
  return opened;
}

describe('saved views', () => {
  it('are read again whenever the list is opened, and stay on screen meanwhile', async () => {
    const { actor, read, names, value } = await open();
    actor.send({ type: 'list.refresh' });
    expect(read.calls).toHaveLength(2);
    expect(names()).toEqual(['Mornings', 'Evenings']);
    read.answer({ output: { rows: [mornings, nights] } });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
    actor.send({ type: 'list.refresh' });
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'stale' } });
    expect(names()).toEqual(['Mornings', 'Nights']);
    actor.send({ type: 'list.refresh' });
    actor.send({ type: 'entry.remove', entry: nights });
    expect(value()).toEqual({ ready: 'removing' });
  });

  it('are requested again once the network is back', async () => {
    const { actor, read, value, names } = start();
    actor.send({ type: 'network.returned' });
    expect(read.calls).toHaveLength(2);
    read.answer({ error: offline });
    await expect.poll(value).toBe('failed');
    actor.send({ type: 'network.returned' });
    expect([value(), read.calls.length]).toEqual(['reading', 3]);
    read.answer({ output: { rows: [mornings] } });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'list.refresh' });
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'stale' } });
    actor.send({ type: 'network.returned' });
    read.answer({ output: { rows: [mornings, nights] } });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
  });

  it('restore a removed view at its old position', async () => {
    const { actor, restore, remove, undos, value, names } = await open();
    actor.send({ type: 'entry.remove', entry: mornings });
    expect(remove.calls).toEqual([{ entry: mornings }]);
    remove.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    expect(undos).toEqual(['Mornings']);
    actor.send({ type: 'entry.restore', entry: mornings });
    expect(restore.calls).toEqual([{ entry: mornings }]);
    restore.answer({ output: { entry: { ...mornings, id: 9 } } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect(value()).toEqual(idle);
    actor.send({ type: 'entry.restore', entry: mornings });
    expect(restore.calls).toHaveLength(1);
  });

  it.each([
    ['the first', mornings, evenings],
    ['the last', evenings, mornings],
  ])('bring back each of two that were removed, beginning with %s', async (_, one, other) => {
    const { actor, restore, names } = await removeBoth();
    for (const [turn, view] of [one, other].entries()) {
      actor.send({ type: 'entry.restore', entry: view });
      expect(restore.calls[turn]).toEqual({ entry: view });
      restore.answer({ output: { entry: { ...view, id: view.id + 10 } } });
      await expect.poll(names).toContain(view.name);
    }
    expect(names()).toEqual(['Mornings', 'Evenings']);
  });

  it('restore a second view after the first', async () => {
    const { actor, restore, names, value } = await removeBoth();
    actor.send({ type: 'entry.restore', entry: mornings });
    actor.send({ type: 'entry.restore', entry: evenings });
    actor.send({ type: 'entry.restore', entry: evenings });
    expect(restore.calls).toEqual([{ entry: mornings }]);
    restore.answer({ output: { entry: { ...mornings, id: 11 } } });
    await expect.poll(names).toEqual(['Mornings']);
    expect(restore.calls[1]).toEqual({ entry: evenings });
    restore.answer({ output: { entry: { ...evenings, id: 12 } } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect([value(), restore.calls.length]).toEqual([idle, 2]);
  });

  it('restore a second view although the first failed, and still offer to retry the first', async () => {
    const { actor, restore, names, value } = await removeBoth();
    actor.send({ type: 'entry.restore', entry: mornings });
    actor.send({ type: 'entry.restore', entry: evenings });
    restore.answer({ error: taken });
    await expect.poll(() => restore.calls.length).toBe(2);
    restore.answer({ output: { entry: { ...evenings, id: 12 } } });
    await expect.poll(value).toEqual(notRestored);
    expect(names()).toEqual(['Evenings']);
    const { notRestored: failedRestores } = actor.getSnapshot().context;
    expect(failedRestores).toEqual([{ entry: mornings, problem: taken }]);
    actor.send({ type: 'entry.restore', entry: mornings });
    expect(restore.calls[2]).toEqual({ entry: mornings });
    restore.answer({ output: { entry: { ...mornings, id: 11 } } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect(value()).toEqual(idle);
  });

  it('report the reason of each failed restoring, one after the other', async () => {
    const { actor, restore, value } = await removeBoth();
    const first = () => actor.getSnapshot().context.notRestored[0];
    actor.send({ type: 'entry.restore', entry: mornings });
    restore.answer({ error: taken });
    await expect.poll(value).toEqual(notRestored);
    actor.send({ type: 'entry.restore', entry: evenings });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual(notRestored);
    expect(first()).toEqual({ entry: mornings, problem: taken });
    actor.send({ type: 'problem.dismiss' });
    expect([value(), first()]).toEqual([notRestored, { entry: evenings, problem: offline }]);
    actor.send({ type: 'problem.dismiss' });
    expect([value(), first()]).toEqual([idle, undefined]);
  });

  it('restore a view that is requested while another is being removed', async () => {
    const { actor, restore, remove, names, value } = await open();
    actor.send({ type: 'entry.remove', entry: mornings });
    remove.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    actor.send({ type: 'entry.remove', entry: evenings });
    actor.send({ type: 'entry.restore', entry: mornings });
    expect([value(), restore.calls]).toEqual([{ ready: 'removing' }, []]);
    remove.answer({ output: undefined });
    await expect.poll(() => restore.calls).toEqual([{ entry: mornings }]);
  });

  it('keep a view whose restoring failed, so that it can be tried again', async () => {
    const { actor, restore, remove, value, names } = await open();
    actor.send({ type: 'entry.remove', entry: mornings });
    remove.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    for (const time of [1, 2]) {
      actor.send({ type: 'entry.restore', entry: mornings });
      expect(restore.calls).toHaveLength(time);
      restore.answer({ error: offline });
      await expect.poll(value).toEqual(notRestored);
      const { notRestored: failedRestores } = actor.getSnapshot().context;
      expect(failedRestores).toEqual([{ entry: mornings, problem: offline }]);
    }
    actor.send({ type: 'entry.restore', entry: mornings });
    restore.answer({ output: { entry: { ...mornings, id: 9 } } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
  });

  it('keep the list when the server refuses, and show the reason until the next action', async () => {
    const { actor, action, value, names, take } = await open();
    take({ kind: 'rename', view: evenings, name: 'mornings' });
    action.answer({ error: taken });
    await expect.poll(() => actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.problem).toEqual(taken);
    expect(names()).toEqual(['Mornings', 'Evenings']);
    take({ kind: 'rename', view: evenings, name: 'Nights' });
    action.answer({ output: { entry: { ...evenings, name: 'Nights' } } });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
  });

  it('move to the requested position, and shift the view that was there', async () => {
    const { actor, action, names, take } = await open();
    take({ kind: 'save', draft: { name: 'Nights', project: 7, opening: {} } });
    action.answer({ output: { entry: nights } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings', 'Nights']);
    take({ kind: 'move', view: nights, position: evenings.position });
    action.answer({ output: { entry: { ...nights, position: 1 } } });
    await expect.poll(names).toEqual(['Mornings', 'Nights', 'Evenings']);
    const positions = actor.getSnapshot().context.rows.map(({ position }) => position);
    expect(positions).toEqual([0, 1, 2]);
    take({ kind: 'move', view: mornings, position: 3 });
    action.answer({ output: { entry: { ...mornings, position: 3 } } });
    await expect.poll(names).toEqual(['Nights', 'Evenings', 'Mornings']);
  });

  it('report which view was saved last, also after others were changed or restored', async () => {
    const { actor, action, remove, restore, names, take } = await open();
    const saved = () => actor.getSnapshot().context.extra?.saved;
    expect(saved()).toBeUndefined();
    take({ kind: 'save', draft: { name: 'Nights', project: 7, opening: {} } });
    action.answer({ output: { entry: nights } });
    await expect.poll(saved).toBe(nights.id);
    take({ kind: 'rename', view: evenings, name: 'Dusk' });
    action.answer({ output: { entry: { ...evenings, name: 'Dusk' } } });
    await expect.poll(names).toContain('Dusk');
    actor.send({ type: 'entry.remove', entry: mornings });
    remove.answer({ output: undefined });
    await expect.poll(names).not.toContain('Mornings');
    actor.send({ type: 'entry.restore', entry: mornings });
    restore.answer({ output: { entry: { ...mornings, id: 9 } } });
    await expect.poll(names).toContain('Mornings');
    expect(saved()).toBe(nights.id);
  });

  it('open with the state on screen once they are updated, until the update is undone', async () => {
    const { actor, action, done, value, take } = await open();
    const opening = { project: 7, range: 'last_7_days' } as const;
    const isOpenedWith = () => actor.getSnapshot().context.rows[0]?.opening;
    take({ kind: 'update', view: mornings, opening });
    expect(action.calls).toEqual([
      { scope: null, action: { kind: 'update', view: mornings, opening } },
    ]);
    action.answer({ output: { entry: { ...mornings, opening } } });
    await expect.poll(isOpenedWith).toEqual(opening);
    take({ kind: 'revert', view: mornings });
    expect(action.calls[1]).toEqual({ scope: null, action: { kind: 'revert', view: mornings } });
    action.answer({ output: { entry: mornings } });
    await expect.poll(isOpenedWith).toEqual(mornings.opening);
    expect([value(), done]).toEqual([idle, ['update', 'revert']]);
  });
});
