import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { collectionOf, type Outcome } from '#machines/kit/collection.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Page = { id: number; name: string; isPaused: boolean };
type Turn = { page: Page; isPaused: boolean };

/** Landing pages with a form, that can be paused and removed. */
type Pages = {
  scope: number;
  row: Page;
  more: never;
  draft: { name: string };
  act: Turn;
  shown: string;
};
const pages = collectionOf<Pages>();

const [summer, winter]: [Page, Page] = [
  { id: 1, name: 'Summer', isPaused: false },
  { id: 2, name: 'Winter', isPaused: false },
];
const idle = { ready: { resting: 'idle' } };

async function open(machine = pages) {
  const [read, save, act, remove, restore] = [
    scriptedRequest<{ rows: Page[]; more?: never }, { scope: number; isRefresh: boolean }>(),
    scriptedRequest<
      Outcome<Page, string>,
      { scope: number; entry: Page | null; draft: { name: string } }
    >(),
    scriptedRequest<Outcome<Page, string>, { scope: number; act: Turn }>(),
    scriptedRequest<void, { entry: Page }>(),
    scriptedRequest<Outcome<Page, string>, { entry: Page }>(),
  ];
  const announced: unknown[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    machine.provide({
      actors: {
        readEntries: read.logic,
        saveEntry: save.logic,
        takeAct: act.logic,
        removeEntry: remove.logic,
        restoreEntry: restore.logic,
      },
      actions: {
        announceSave: ({ context }) => void announced.push([context.entry, context.outcome]),
        announceAct: ({ context }) => void announced.push([context.act, context.outcome]),
      },
    }),
    { input: { scope: 7 }, clock },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.rows.map(({ name }) => name);
  read.answer({ output: { rows: [summer, winter] } });
  await expect.poll(value).toEqual(idle);
  return { actor, clock, read, save, act, remove, restore, announced, value, names };
}

describe('a collection', () => {
  it('adds what the form says, and keeps what is refused in the form', async () => {
    const { actor, save, announced, value, names } = await open();
    actor.send({ type: 'entry.add', draft: { name: '' } });
    actor.send({ type: 'entry.save', draft: { name: 'Spring' } });
    expect(save.calls).toEqual([{ scope: 7, entry: null, draft: { name: 'Spring' } }]);
    save.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: 'writing' });
    const { draft, problem } = actor.getSnapshot().context;
    expect([draft, problem, announced]).toEqual([{ name: 'Spring' }, offline, []]);
    actor.send({ type: 'entry.save', draft: { name: 'Spring' } });
    const spring = { id: 3, name: 'Spring', isPaused: false };
    save.answer({ output: { entry: spring } });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual(['Summer', 'Winter', 'Spring']);
    expect(announced).toEqual([[null, { entry: spring }]]);
  });

  it('changes an entry in its place', async () => {
    const { actor, save, names } = await open();
    actor.send({ type: 'entry.edit', entry: summer, draft: { name: 'Summer' } });
    actor.send({ type: 'entry.save', draft: { name: 'High summer' } });
    expect(save.calls).toEqual([{ scope: 7, entry: summer, draft: { name: 'High summer' } }]);
    save.answer({ output: { entry: { ...summer, name: 'High summer' } } });
    await expect.poll(names).toEqual(['High summer', 'Winter']);
  });

  it('reads the list again when the form is closed while its answer is on the way', async () => {
    const { actor, read, value } = await open();
    actor.send({ type: 'entry.add', draft: { name: '' } });
    actor.send({ type: 'entry.save', draft: { name: 'Spring' } });
    actor.send({ type: 'form.cancel' });
    expect(value()).toEqual({ ready: { resting: 'rereading' } });
    expect(read.calls.at(-1)).toEqual({ scope: 7, isRefresh: true });
  });

  it('shows once what the server tells once, and forgets it', async () => {
    const { actor, act, value } = await open();
    actor.send({ type: 'act.ask', act: { page: summer, isPaused: true } });
    expect([value(), act.calls]).toEqual([{ ready: 'confirming' }, []]);
    actor.send({ type: 'act.confirm' });
    act.answer({ output: { shown: 'the key' } });
    await expect.poll(value).toEqual({ ready: 'shown' });
    expect(actor.getSnapshot().context.outcome?.shown).toBe('the key');
    actor.send({ type: 'shown.dismiss' });
    expect(value()).toEqual({ ready: { resting: 'rereading' } });
    expect(actor.getSnapshot().context.outcome).toBeNull();
  });

  it('does nothing where the question about an act is cancelled', async () => {
    const { actor, act, value } = await open();
    actor.send({ type: 'act.ask', act: { page: summer, isPaused: true } });
    actor.send({ type: 'act.cancel' });
    expect([value(), act.calls]).toEqual([idle, []]);
  });

  it('reads the list again after an act that changed others too, or of which it knows nothing', async () => {
    const { actor, read, act, announced, value } = await open();
    const isPaused = () => actor.getSnapshot().context.rows[0]?.isPaused;
    const paused = { ...summer, isPaused: true };
    for (const output of [{ entry: paused, affectsOthers: true }, {}]) {
      actor.send({ type: 'act.take', act: { page: summer, isPaused: true } });
      act.answer({ output });
      await expect.poll(value).toEqual({ ready: { resting: 'rereading' } });
      expect(isPaused()).toBe(true);
      read.answer({ output: { rows: [paused, winter] } });
      await expect.poll(value).toEqual(idle);
    }
    expect(announced).toHaveLength(2);
  });

  it('says that the list is old where it cannot be read again, and tries again by itself', async () => {
    const { actor, clock, read, value, names } = await open();
    clock.increment(60_000);
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'stale' } });
    expect([names().length, actor.getSnapshot().context.problem]).toEqual([2, offline]);
    clock.increment(60_000);
    expect(value()).toEqual({ ready: { resting: 'rereading' } });
  });

  it('waits to be opened where neither the start nor the time reads it', () => {
    const lazy = pages.provide({ guards: { readsAtOnce: () => false, readsByTime: () => false } });
    const clock = new SimulatedClock();
    const actor = createActor(lazy, { input: { scope: 7 }, clock }).start();
    clock.increment(120_000);
    expect(actor.getSnapshot().value).toBe('waiting');
    actor.send({ type: 'list.refresh' });
    expect(actor.getSnapshot().value).toBe('reading');
  });

  it('restores an entry once for each removal', async () => {
    const { actor, remove, restore, value, names } = await open();
    for (const time of [1, 2]) {
      actor.send({ type: 'entry.remove', entry: summer });
      remove.answer({ output: undefined });
      await expect.poll(names).toEqual(['Winter']);
      actor.send({ type: 'entry.restore', entry: summer });
      actor.send({ type: 'entry.restore', entry: summer });
      restore.answer({ output: { entry: summer } });
      await expect.poll(value).toEqual(idle);
      actor.send({ type: 'entry.restore', entry: summer });
      expect(restore.calls).toHaveLength(time);
    }
    expect(remove.calls).toEqual([{ entry: summer }, { entry: summer }]);
  });

  it('does not restore under the old id what came back under a new one', async () => {
    const { actor, remove, restore, names } = await open();
    actor.send({ type: 'entry.remove', entry: summer });
    remove.answer({ output: undefined });
    await expect.poll(names).toEqual(['Winter']);
    actor.send({ type: 'entry.restore', entry: summer });
    restore.answer({ output: { entry: { ...summer, id: 9 } } });
    await expect.poll(names).toEqual(['Winter', 'Summer']);
    actor.send({ type: 'entry.restore', entry: summer });
    expect(restore.calls).toHaveLength(1);
  });

  it('tries a failed restoring again, also where the list was never read', async () => {
    const { actor, read, restore, value } = await open();
    actor.send({ type: 'scope.change', scope: 8 });
    actor.send({ type: 'entry.restore', entry: summer });
    read.answer({ error: offline });
    await expect.poll(value).toBe('restoringUnread');
    restore.answer({ error: offline });
    await expect.poll(value).toBe('reading');
    read.answer({ output: { rows: [winter] } });
    await expect.poll(value).toEqual({ ready: { resting: 'notRestored' } });
    actor.send({ type: 'entry.restore', entry: summer });
    restore.answer({ output: { entry: summer } });
    await expect.poll(value).toEqual(idle);
  });

  it('removes nothing that is not listed any more', async () => {
    const { actor, remove, value } = await open();
    actor.send({ type: 'entry.remove', entry: { ...summer, id: 9 } });
    expect([value(), remove.calls]).toEqual([idle, []]);
  });
});
