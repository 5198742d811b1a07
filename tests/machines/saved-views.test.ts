import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { SavedView } from '#contract/view.ts';
import { type Change, type Draft, savedViewsMachine } from '#machines/saved-views.ts';
import { evenings, mornings, nights, taken } from '../support/plans/saved-views.ts';
import { offline } from '../support/samples.ts';
import { scripted } from '../support/scripted.ts';

async function open() {
  const [readViews, createView, changeView, removeView] = [
    scripted<SavedView[], void>(),
    scripted<SavedView, { draft: Draft }>(),
    scripted<SavedView, { id: number; change: Change }>(),
    scripted<void, { id: number }>(),
  ];
  const offers: (string | undefined)[] = [];
  const shown: string[] = [];
  const actor = createActor(
    savedViewsMachine.provide({
      actors: {
        readViews: readViews.logic,
        createView: createView.logic,
        changeView: changeView.logic,
        removeView: removeView.logic,
      },
      actions: {
        offerUndo: ({ context }) => void offers.push(context.removed?.name),
        offerRevert: ({ context }) => void offers.push(context.replaced?.name),
        show: (_, { view }) => void shown.push(view.name),
      },
    }),
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.views.map(({ name }) => name);
  actor.send({ type: 'list.open' });
  readViews.answer({ output: [mornings, evenings] });
  await expect.poll(names).toEqual(['Mornings', 'Evenings']);
  return { actor, readViews, createView, changeView, removeView, offers, shown, value, names };
}
const idle = { ready: { resting: 'idle' } };

describe('saved views', () => {
  it('are read again whenever the list is opened, and stay on screen meanwhile', async () => {
    const { actor, readViews, names, value } = await open();
    actor.send({ type: 'list.open' });
    expect(readViews.calls).toHaveLength(2);
    expect(names()).toEqual(['Mornings', 'Evenings']);
    readViews.answer({ output: [mornings, nights] });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
    actor.send({ type: 'list.open' });
    readViews.answer({ error: offline });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual(['Mornings', 'Nights']);
    actor.send({ type: 'list.open' });
    actor.send({ type: 'view.remove', view: nights });
    expect(value()).toEqual({ ready: 'removing' });
  });

  it('bring a removed one back where it stood', async () => {
    const { actor, createView, removeView, offers, value, names } = await open();
    actor.send({ type: 'view.remove', view: mornings });
    expect(removeView.calls).toEqual([{ id: mornings.id }]);
    removeView.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    expect(offers).toEqual(['Mornings']);
    actor.send({ type: 'view.restore' });
    const { id: _, ...draft } = mornings;
    expect(createView.calls).toEqual([{ draft }]);
    createView.answer({ output: { ...mornings, id: 9 } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect(value()).toEqual(idle);
    actor.send({ type: 'view.restore' });
    expect(createView.calls).toHaveLength(1);
  });

  it('lose none whose return failed: it can be tried again', async () => {
    const { actor, createView, removeView, value, names } = await open();
    actor.send({ type: 'view.remove', view: mornings });
    removeView.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    for (const time of [1, 2]) {
      actor.send({ type: 'view.restore' });
      expect(createView.calls).toHaveLength(time);
      createView.answer({ error: offline });
      await expect.poll(value).toEqual({ ready: { resting: 'unrestored' } });
      expect(actor.getSnapshot().context.problem).toEqual(offline);
    }
    actor.send({ type: 'view.restore' });
    createView.answer({ output: { ...mornings, id: 9 } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
  });

  it('keep the list when the server refuses, and say why until the next act', async () => {
    const { actor, changeView, value, names } = await open();
    actor.send({ type: 'view.rename', id: evenings.id, name: 'mornings' });
    changeView.answer({ error: taken });
    await expect.poll(() => actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.problem).toEqual(taken);
    expect(names()).toEqual(['Mornings', 'Evenings']);
    actor.send({ type: 'view.rename', id: evenings.id, name: 'Nights' });
    changeView.answer({ output: { ...evenings, name: 'Nights' } });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
  });

  it('take the place that is asked for, and the one that stood there makes room', async () => {
    const { actor, createView, changeView, names } = await open();
    actor.send({ type: 'view.save', draft: { name: 'Nights', project: 7, opening: {} } });
    createView.answer({ output: nights });
    await expect.poll(names).toEqual(['Mornings', 'Evenings', 'Nights']);
    actor.send({ type: 'view.move', id: nights.id, position: evenings.position });
    expect(changeView.calls).toEqual([{ id: nights.id, change: { position: 1 } }]);
    changeView.answer({ output: { ...nights, position: 1 } });
    await expect.poll(names).toEqual(['Mornings', 'Nights', 'Evenings']);
    const positions = actor.getSnapshot().context.views.map(({ position }) => position);
    expect(positions).toEqual([0, 1, 2]);
    actor.send({ type: 'view.move', id: mornings.id, position: 3 });
    changeView.answer({ output: { ...mornings, position: 3 } });
    await expect.poll(names).toEqual(['Nights', 'Evenings', 'Mornings']);
  });

  it('open with what is on screen once they are updated, until that is taken back', async () => {
    const { actor, changeView, offers, value } = await open();
    const opening = { project: 7, range: 'last_7_days' } as const;
    const isOpenedWith = () => actor.getSnapshot().context.views[0]?.opening;
    actor.send({ type: 'view.update', view: mornings, opening });
    expect(changeView.calls).toEqual([{ id: mornings.id, change: { opening } }]);
    changeView.answer({ output: { ...mornings, opening } });
    await expect.poll(isOpenedWith).toEqual(opening);
    expect(offers).toEqual(['Mornings']);
    actor.send({ type: 'view.revert' });
    const before = { table: {}, ...mornings.opening };
    expect(changeView.calls[1]).toEqual({ id: mornings.id, change: { opening: before } });
    changeView.answer({ output: mornings });
    await expect.poll(isOpenedWith).toEqual(mornings.opening);
    expect([value(), offers]).toEqual([idle, ['Mornings']]);
    actor.send({ type: 'view.revert' });
    expect(changeView.calls).toHaveLength(2);
  });

  it('show the one that was chosen', async () => {
    const { actor, shown, value } = await open();
    actor.send({ type: 'view.show', view: evenings });
    expect([shown, value()]).toEqual([['Evenings'], idle]);
  });
});
