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
  extra: never;
  draft: { name: string };
  action: Turn;
  secret: string;
};
const pages = collectionOf<Pages>();

const [summer, winter]: [Page, Page] = [
  { id: 1, name: 'Summer', isPaused: false },
  { id: 2, name: 'Winter', isPaused: false },
];
const idle = { ready: { resting: 'idle' } };

async function open(machine = pages) {
  const [read, save, action, remove, restore] = [
    scriptedRequest<{ rows: Page[]; extra?: never }, { scope: number; isRefresh: boolean }>(),
    scriptedRequest<
      Outcome<Page, string>,
      { scope: number; entry: Page | null; draft: { name: string } }
    >(),
    scriptedRequest<Outcome<Page, string>, { scope: number; action: Turn }>(),
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
        runAction: action.logic,
        removeEntry: remove.logic,
        restoreEntry: restore.logic,
      },
      actions: {
        announceSave: ({ context }) => void announced.push([context.entry, context.outcome]),
        announceAction: ({ context }) => void announced.push([context.action, context.outcome]),
      },
    }),
    { input: { scope: 7 }, clock },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.rows.map(({ name }) => name);
  read.answer({ output: { rows: [summer, winter] } });
  await expect.poll(value).toEqual(idle);
  return { actor, clock, read, save, action, remove, restore, announced, value, names };
}

describe('a collection', () => {
  it('adds the entry of the form, and keeps a refused one in the form', async () => {
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

  it('reads the list again when the form is closed before its answer arrives', async () => {
    const { actor, read, value } = await open();
    actor.send({ type: 'entry.add', draft: { name: '' } });
    actor.send({ type: 'entry.save', draft: { name: 'Spring' } });
    actor.send({ type: 'form.cancel' });
    expect(value()).toEqual({ ready: { resting: 'rereading' } });
    expect(read.calls.at(-1)).toEqual({ scope: 7, isRefresh: true });
  });

  it('shows a secret that the server returns only once, and then forgets it', async () => {
    const { actor, action, value } = await open();
    actor.send({ type: 'action.choose', action: { page: summer, isPaused: true } });
    expect([value(), action.calls]).toEqual([{ ready: 'confirming' }, []]);
    actor.send({ type: 'action.confirm' });
    action.answer({ output: { secret: 'the key' } });
    await expect.poll(value).toEqual({ ready: 'revealed' });
    expect(actor.getSnapshot().context.outcome?.secret).toBe('the key');
    actor.send({ type: 'secret.dismiss' });
    expect(value()).toEqual({ ready: { resting: 'rereading' } });
    expect(actor.getSnapshot().context.outcome).toBeNull();
  });

  it('does nothing when the confirmation of an action is cancelled', async () => {
    const { actor, action, value } = await open();
    actor.send({ type: 'action.choose', action: { page: summer, isPaused: true } });
    actor.send({ type: 'action.cancel' });
    expect([value(), action.calls]).toEqual([idle, []]);
  });

  it('reads the list again after an action that changed other entries or whose effect is unknown', async () => {
    const { actor, read, action, announced, value } = await open();
    const isPaused = () => actor.getSnapshot().context.rows[0]?.isPaused;
    const paused = { ...summer, isPaused: true };
    for (const output of [{ entry: paused, affectsOthers: true }, {}]) {
      actor.send({ type: 'action.run', action: { page: summer, isPaused: true } });
      action.answer({ output });
      await expect.poll(value).toEqual({ ready: { resting: 'rereading' } });
      expect(isPaused()).toBe(true);
      read.answer({ output: { rows: [paused, winter] } });
      await expect.poll(value).toEqual(idle);
    }
    expect(announced).toHaveLength(2);
  });

  it('marks the list as outdated when it cannot be read again, and retries by itself', async () => {
    const { actor, clock, read, value, names } = await open();
    clock.increment(60_000);
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'stale' } });
    expect([names().length, actor.getSnapshot().context.problem]).toEqual([2, offline]);
    clock.increment(60_000);
    expect(value()).toEqual({ ready: { resting: 'rereading' } });
  });

  it('is read when it is opened if neither the start nor a timer reads it', () => {
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

  it('does not restore an entry under its old id once it was restored under a new one', async () => {
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

  it('retries a failed restoring, also if the list was never read', async () => {
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

  it('keeps a refusal on screen until it is dismissed, and restores an entry after that', async () => {
    const { actor, remove, restore, value, names } = await open();
    actor.send({ type: 'entry.remove', entry: summer });
    remove.answer({ output: undefined });
    await expect.poll(names).toEqual(['Winter']);
    actor.send({ type: 'entry.remove', entry: winter });
    actor.send({ type: 'entry.restore', entry: summer });
    remove.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'refused' } });
    expect([actor.getSnapshot().context.problem, restore.calls]).toEqual([offline, []]);
    actor.send({ type: 'problem.dismiss' });
    expect([value(), restore.calls]).toEqual([{ ready: 'restoring' }, [{ entry: summer }]]);
  });

  it('shows a failed Undo again after a refusal was dismissed', async () => {
    const { actor, remove, restore, value } = await open();
    const notRestored = { ready: { resting: 'notRestored' } };
    actor.send({ type: 'entry.restore', entry: { ...summer, id: 9 } });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual(notRestored);
    actor.send({ type: 'entry.remove', entry: winter });
    remove.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'refused' } });
    actor.send({ type: 'problem.dismiss' });
    expect(value()).toEqual(notRestored);
  });

  it('is not read again while a refusal or a failed Undo is on screen', async () => {
    const { actor, read, remove, restore, value } = await open();
    actor.send({ type: 'entry.remove', entry: summer });
    remove.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'refused' } });
    actor.send({ type: 'list.refresh' });
    expect([value(), read.calls.length]).toEqual([{ ready: { resting: 'refused' } }, 1]);
    actor.send({ type: 'problem.dismiss' });
    actor.send({ type: 'entry.restore', entry: { ...summer, id: 9 } });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'notRestored' } });
    actor.send({ type: 'list.refresh' });
    expect([value(), read.calls.length]).toEqual([{ ready: { resting: 'notRestored' } }, 1]);
  });

  it('shows a failed Undo again when the list cannot be read after an action', async () => {
    const { actor, read, action, restore, value } = await open();
    actor.send({ type: 'entry.restore', entry: { ...summer, id: 9 } });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'notRestored' } });
    actor.send({ type: 'action.run', action: { page: summer, isPaused: true } });
    action.answer({ output: {} });
    await expect.poll(value).toEqual({ ready: { resting: 'rereading' } });
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'notRestored' } });
  });

  it('does not remove an entry that is no longer listed', async () => {
    const { actor, remove, value } = await open();
    actor.send({ type: 'entry.remove', entry: { ...summer, id: 9 } });
    expect([value(), remove.calls]).toEqual([idle, []]);
  });
});
