import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import { type Change, type Draft, savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { evenings, mornings, nights, taken } from '../../support/plans/saved-views/saved-views.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function stage() {
  const [readViews, createView, changeView, removeView] = [
    scriptedRequest<SavedView[], void>(),
    scriptedRequest<SavedView, { draft: Draft }>(),
    scriptedRequest<SavedView, { id: number; change: Change }>(),
    scriptedRequest<void, { id: number }>(),
  ];
  const offers: string[] = [];
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
        offerUndo: (_, { view }) => void offers.push(view.name),
        offerRevert: (_, { view }) => void offers.push(view.name),
        show: (_, { view }) => void shown.push(view.name),
      },
    }),
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.views.map(({ name }) => name);
  actor.send({ type: 'list.open' });
  return { actor, readViews, createView, changeView, removeView, offers, shown, value, names };
}

async function open() {
  const opened = stage();
  opened.readViews.answer({ output: [mornings, evenings] });
  await expect.poll(opened.names).toEqual(['Mornings', 'Evenings']);
  return opened;
}
const idle = { ready: { resting: 'idle' } };
const unrestored = { ready: { resting: 'unrestored' } };
const draftOf = ({ id: _, ...draft }: SavedView): Draft => draft;

/** Both views of the list are removed, one right after the other. */
async function removeBoth() {
  const opened = await open();
  const { actor, removeView, names, offers } = opened;
  for (const view of [mornings, evenings]) {
    actor.send({ type: 'view.remove', view });
    removeView.answer({ output: undefined });
    await expect.poll(names).not.toContain(view.name);
  }
  expect(offers).toEqual(['Mornings', 'Evenings']);
  return opened;
}

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

  it('are asked for again once the network is back', async () => {
    const { actor, readViews, value, names } = stage();
    actor.send({ type: 'network.returned' });
    expect(readViews.calls).toHaveLength(2);
    readViews.answer({ error: offline });
    await expect.poll(value).toBe('failed');
    actor.send({ type: 'network.returned' });
    expect([value(), readViews.calls.length]).toEqual(['reading', 3]);
    readViews.answer({ output: [mornings] });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'list.open' });
    readViews.answer({ error: offline });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'network.returned' });
    readViews.answer({ output: [mornings, nights] });
    await expect.poll(names).toEqual(['Mornings', 'Nights']);
  });

  it('bring a removed one back where it stood', async () => {
    const { actor, createView, removeView, offers, value, names } = await open();
    actor.send({ type: 'view.remove', view: mornings });
    expect(removeView.calls).toEqual([{ id: mornings.id }]);
    removeView.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    expect(offers).toEqual(['Mornings']);
    actor.send({ type: 'view.restore', view: mornings });
    expect(createView.calls).toEqual([{ draft: draftOf(mornings) }]);
    createView.answer({ output: { ...mornings, id: 9 } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect(value()).toEqual(idle);
    actor.send({ type: 'view.restore', view: mornings });
    expect(createView.calls).toHaveLength(1);
  });

  it.each([
    ['the first', mornings, evenings],
    ['the last', evenings, mornings],
  ])('bring back each of two that were removed, beginning with %s', async (_, one, other) => {
    const { actor, createView, names } = await removeBoth();
    for (const [turn, view] of [one, other].entries()) {
      actor.send({ type: 'view.restore', view });
      expect(createView.calls[turn]).toEqual({ draft: draftOf(view) });
      createView.answer({ output: { ...view, id: view.id + 10 } });
      await expect.poll(names).toContain(view.name);
    }
    expect(names()).toEqual(['Mornings', 'Evenings']);
  });

  it('bring a second one back once the first is there', async () => {
    const { actor, createView, names, value } = await removeBoth();
    actor.send({ type: 'view.restore', view: mornings });
    actor.send({ type: 'view.restore', view: evenings });
    actor.send({ type: 'view.restore', view: evenings });
    expect(createView.calls).toEqual([{ draft: draftOf(mornings) }]);
    createView.answer({ output: { ...mornings, id: 11 } });
    await expect.poll(names).toEqual(['Mornings']);
    expect(createView.calls[1]).toEqual({ draft: draftOf(evenings) });
    createView.answer({ output: { ...evenings, id: 12 } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect([value(), createView.calls.length]).toEqual([idle, 2]);
  });

  it('bring a second one back where the first failed, which is still the one to be tried again', async () => {
    const { actor, createView, names, value } = await removeBoth();
    actor.send({ type: 'view.restore', view: mornings });
    actor.send({ type: 'view.restore', view: evenings });
    createView.answer({ error: taken });
    await expect.poll(() => createView.calls.length).toBe(2);
    createView.answer({ output: { ...evenings, id: 12 } });
    await expect.poll(value).toEqual(unrestored);
    expect(names()).toEqual(['Evenings']);
    const { unrestored: away } = actor.getSnapshot().context;
    expect(away).toEqual([{ removed: mornings, problem: taken }]);
    actor.send({ type: 'view.restore', view: mornings });
    expect(createView.calls[2]).toEqual({ draft: draftOf(mornings) });
    createView.answer({ output: { ...mornings, id: 11 } });
    await expect.poll(names).toEqual(['Mornings', 'Evenings']);
    expect(value()).toEqual(idle);
  });

  it('say of each that failed why, one after the other', async () => {
    const { actor, createView, value } = await removeBoth();
    const first = () => actor.getSnapshot().context.unrestored[0];
    actor.send({ type: 'view.restore', view: mornings });
    createView.answer({ error: taken });
    await expect.poll(value).toEqual(unrestored);
    actor.send({ type: 'view.restore', view: evenings });
    createView.answer({ error: offline });
    await expect.poll(value).toEqual(unrestored);
    expect(first()).toEqual({ removed: mornings, problem: taken });
    actor.send({ type: 'problem.dismiss' });
    expect([value(), first()]).toEqual([unrestored, { removed: evenings, problem: offline }]);
    actor.send({ type: 'problem.dismiss' });
    expect([value(), first()]).toEqual([idle, undefined]);
  });

  it('bring one back that is asked for while another is being removed', async () => {
    const { actor, createView, removeView, names, value } = await open();
    actor.send({ type: 'view.remove', view: mornings });
    removeView.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    actor.send({ type: 'view.remove', view: evenings });
    actor.send({ type: 'view.restore', view: mornings });
    expect([value(), createView.calls]).toEqual([{ ready: 'removing' }, []]);
    removeView.answer({ output: undefined });
    await expect.poll(() => createView.calls).toEqual([{ draft: draftOf(mornings) }]);
  });

  it('lose none whose return failed: it can be tried again', async () => {
    const { actor, createView, removeView, value, names } = await open();
    actor.send({ type: 'view.remove', view: mornings });
    removeView.answer({ output: undefined });
    await expect.poll(names).toEqual(['Evenings']);
    for (const time of [1, 2]) {
      actor.send({ type: 'view.restore', view: mornings });
      expect(createView.calls).toHaveLength(time);
      createView.answer({ error: offline });
      await expect.poll(value).toEqual(unrestored);
      const { unrestored: away } = actor.getSnapshot().context;
      expect(away).toEqual([{ removed: mornings, problem: offline }]);
    }
    actor.send({ type: 'view.restore', view: mornings });
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
    actor.send({ type: 'view.revert', view: mornings });
    const before = { table: {}, ...mornings.opening };
    expect(changeView.calls[1]).toEqual({ id: mornings.id, change: { opening: before } });
    changeView.answer({ output: mornings });
    await expect.poll(isOpenedWith).toEqual(mornings.opening);
    expect([value(), offers]).toEqual([idle, ['Mornings']]);
    actor.send({ type: 'view.revert', view: mornings });
    expect(changeView.calls).toHaveLength(2);
  });

  it('take back the update of the one that is named, also when another was updated since', async () => {
    const { actor, changeView, offers } = await open();
    const opening = { project: 7, range: 'last_7_days' } as const;
    for (const view of [mornings, evenings]) {
      actor.send({ type: 'view.update', view, opening });
      changeView.answer({ output: { ...view, opening } });
      await expect.poll(() => offers.at(-1)).toBe(view.name);
    }
    for (const view of [mornings, evenings]) {
      actor.send({ type: 'view.revert', view });
      const before = { table: {}, ...view.opening };
      expect(changeView.calls.at(-1)).toEqual({ id: view.id, change: { opening: before } });
      changeView.answer({ output: view });
      await expect.poll(() => actor.getSnapshot().context.views).toContainEqual(view);
    }
  });

  it('show the one that was chosen', async () => {
    const { actor, shown, value } = await open();
    actor.send({ type: 'view.show', view: evenings });
    expect([shown, value()]).toEqual([['Evenings'], idle]);
  });
});
