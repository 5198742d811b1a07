import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import { type SavedViewAct, savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { evenings, mornings, nights, taken } from '../../support/plans/saved-views/saved-views.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function stage() {
  const [read, act, remove, restore] = [
    scriptedRequest<
      { rows: SavedView[]; more?: { saved: number } },
      { scope: null; isRefresh: boolean }
    >(),
    scriptedRequest<Outcome<SavedView, never>, { scope: null; act: SavedViewAct }>(),
    scriptedRequest<void, { entry: SavedView }>(),
    scriptedRequest<Outcome<SavedView, never>, { entry: SavedView }>(),
  ];
  const undos: string[] = [];
  const done: string[] = [];
  const actor = createActor(
    savedViewsMachine.provide({
      actors: {
        readEntries: read.logic,
        takeAct: act.logic,
        removeEntry: remove.logic,
        restoreEntry: restore.logic,
      },
      actions: {
        showUndo: (_, { entry }) => void undos.push(entry.name),
        announceAct: ({ context }) => void done.push(context.act?.act ?? ''),
      },
    }),
    { input: { scope: null } },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.rows.map(({ name }) => name);
  const take = (act: SavedViewAct) => actor.send({ type: 'act.take', act });
  actor.send({ type: 'list.refresh' });
  return { actor, read, act, remove, restore, undos, done, value, names, take };
}

async function open() {
  const opened = stage();
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

  it('are asked for again once the network is back', async () => {
    const { actor, read, value, names } = stage();
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

  it('bring a removed one back where it stood', async () => {
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

  it('bring a second one back once the first is there', async () => {
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

  it('bring a second one back where the first failed, which is still the one to be tried again', async () => {
    const { actor, restore, names, value } = await removeBoth();
    actor.send({ type: 'entry.restore', entry: mornings });
    actor.send({ type: 'entry.restore', entry: evenings });
    restore.answer({ error: taken });
    await expect.poll(() => restore.calls.length).toBe(2);
    restore.answer({ output: { entry: { ...evenings, id: 12 } } });
    await expect.poll(value).toEqual(notRestored);
    expect(names()).toEqual(['Evenings']);
    const { notRestored: away } = actor.getSnapshot().context;
    expect(away).toEqual([{ entry: mornings, problem: taken }]);
    actor.send({ type: 'entry.restore', entry: mornings });
    expect(restore.calls[2]).toEqual({ entry: mornings });
    restore.answer({ output: { entry: { ...mornings, id: 11 } } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect(value()).toEqual(idle);
  });

  it('say of each that failed why, one after the other', async () => {
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

  it('bring one back that is asked for while another is being removed', async () => {
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

  it('lose none whose return failed: it can be tried again', async () => {
    const { actor, restore, remove, value, names } = await open();
    actor.send({ type: 'entry.remove', entry: mornings });
    remove.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    for (const time of [1, 2]) {
      actor.send({ type: 'entry.restore', entry: mornings });
      expect(restore.calls).toHaveLength(time);
      restore.answer({ error: offline });
      await expect.poll(value).toEqual(notRestored);
      const { notRestored: away } = actor.getSnapshot().context;
      expect(away).toEqual([{ entry: mornings, problem: offline }]);
    }
    actor.send({ type: 'entry.restore', entry: mornings });
    restore.answer({ output: { entry: { ...mornings, id: 9 } } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
  });

  it('keep the list when the server refuses, and say why until the next act', async () => {
    const { actor, act, value, names, take } = await open();
    take({ act: 'rename', view: evenings, name: 'mornings' });
    act.answer({ error: taken });
    await expect.poll(() => actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.problem).toEqual(taken);
    expect(names()).toEqual(['Mornings', 'Evenings']);
    take({ act: 'rename', view: evenings, name: 'Nights' });
    act.answer({ output: { entry: { ...evenings, name: 'Nights' } } });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
  });

  it('take the place that is asked for, and the one that stood there makes room', async () => {
    const { actor, act, names, take } = await open();
    take({ act: 'save', draft: { name: 'Nights', project: 7, opening: {} } });
    act.answer({ output: { entry: nights } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings', 'Nights']);
    take({ act: 'move', view: nights, position: evenings.position });
    act.answer({ output: { entry: { ...nights, position: 1 } } });
    await expect.poll(names).toEqual(['Mornings', 'Nights', 'Evenings']);
    const positions = actor.getSnapshot().context.rows.map(({ position }) => position);
    expect(positions).toEqual([0, 1, 2]);
    take({ act: 'move', view: mornings, position: 3 });
    act.answer({ output: { entry: { ...mornings, position: 3 } } });
    await expect.poll(names).toEqual(['Nights', 'Evenings', 'Mornings']);
  });

  it('tell which was saved last, also after others were changed or restored', async () => {
    const { actor, act, remove, restore, names, take } = await open();
    const saved = () => actor.getSnapshot().context.more?.saved;
    expect(saved()).toBeUndefined();
    take({ act: 'save', draft: { name: 'Nights', project: 7, opening: {} } });
    act.answer({ output: { entry: nights } });
    await expect.poll(saved).toBe(nights.id);
    take({ act: 'rename', view: evenings, name: 'Dusk' });
    act.answer({ output: { entry: { ...evenings, name: 'Dusk' } } });
    await expect.poll(names).toContain('Dusk');
    actor.send({ type: 'entry.remove', entry: mornings });
    remove.answer({ output: undefined });
    await expect.poll(names).not.toContain('Mornings');
    actor.send({ type: 'entry.restore', entry: mornings });
    restore.answer({ output: { entry: { ...mornings, id: 9 } } });
    await expect.poll(names).toContain('Mornings');
    expect(saved()).toBe(nights.id);
  });

  it('open with what is on screen once they are updated, until that is taken back', async () => {
    const { actor, act, done, value, take } = await open();
    const opening = { project: 7, range: 'last_7_days' } as const;
    const isOpenedWith = () => actor.getSnapshot().context.rows[0]?.opening;
    take({ act: 'update', view: mornings, opening });
    expect(act.calls).toEqual([{ scope: null, act: { act: 'update', view: mornings, opening } }]);
    act.answer({ output: { entry: { ...mornings, opening } } });
    await expect.poll(isOpenedWith).toEqual(opening);
    take({ act: 'revert', view: mornings });
    expect(act.calls[1]).toEqual({ scope: null, act: { act: 'revert', view: mornings } });
    act.answer({ output: { entry: mornings } });
    await expect.poll(isOpenedWith).toEqual(mornings.opening);
    expect([value(), done]).toEqual([idle, ['update', 'revert']]);
  });
});
