import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { annotationsMachine, type NoteDraft } from '#machines/dashboard/annotations.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import type { Question } from '#model/query.ts';
import { draft, tooLate } from '../../support/plans/dashboard/annotations.ts';
import {
  annotations,
  joined,
  lastWeek,
  offline,
  otherProject,
  question,
  raised,
} from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Save = { scope: Question; entry: Annotation | null; draft: NoteDraft };

function start() {
  const [read, save, remove, restore] = [
    scriptedRequest<{ rows: Annotation[] }, { scope: Question; isRefresh: boolean }>(),
    scriptedRequest<Outcome<Annotation, never>, Save>(),
    scriptedRequest<void, { entry: Annotation }>(),
    scriptedRequest<Outcome<Annotation, never>, { entry: Annotation }>(),
  ];
  const undos: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    annotationsMachine.provide({
      actors: {
        readEntries: read.logic,
        saveEntry: save.logic,
        removeEntry: remove.logic,
        restoreEntry: restore.logic,
      },
      actions: { showUndo: (_, { entry }) => void undos.push(entry.text) },
    }),
    { input: { scope: question }, clock },
  ).start();
  const value = () => actor.getSnapshot().value;
  const texts = () => actor.getSnapshot().context.rows.map(({ text }) => text);
  return { actor, clock, read, save, remove, restore, undos, value, texts };
}

async function open(shown = annotations) {
  const opened = start();
  opened.clock.increment(300);
  opened.read.answer({ output: { rows: shown } });
  await expect.poll(opened.texts).toEqual(shown.map(({ text }) => text));
  return opened;
}
const fresh = { at: draft.at, text: '' };
const first = { scope: question, isRefresh: false };
const idle = { ready: { resting: 'idle' } };
const notRestored = { ready: { resting: 'notRestored' } };
const lowered: Annotation = { ...raised, id: 32, text: 'Lowered the budget' };

describe('annotations', () => {
  it('are read again every minute, and stay on screen meanwhile', async () => {
    const { actor, clock, read, texts, value } = await open();
    await expect.poll(value).toEqual(idle);
    clock.increment(60_000);
    expect(read.calls.at(-1)).toEqual({ scope: question, isRefresh: true });
    expect(texts()).toEqual([raised.text, joined.text]);
    read.answer({ output: { rows: [raised] } });
    await expect.poll(texts).toEqual([raised.text]);
    clock.increment(60_000);
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'stale' } });
    expect(texts()).toEqual([raised.text]);
    clock.increment(60_000);
    actor.send({ type: 'entry.add', draft: fresh });
    expect(value()).toEqual({ ready: 'writing' });
  });

  it('are requested again once the network is back', async () => {
    const { actor, clock, read, value } = start();
    clock.increment(300);
    read.answer({ error: offline });
    await expect.poll(value).toEqual('failed');
    actor.send({ type: 'network.returned' });
    expect(value()).toEqual('reading');
    actor.send({ type: 'network.returned' });
    expect(read.calls).toEqual([first, first, first]);
    read.answer({ output: { rows: annotations } });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'network.returned' });
    expect(read.calls.at(-1)).toEqual({ scope: question, isRefresh: true });
  });

  it('are requested after the figures', () => {
    const { clock, read, value } = start();
    clock.increment(299);
    expect([value(), read.calls]).toEqual(['waiting', []]);
    clock.increment(1);
    expect([value(), read.calls]).toEqual(['reading', [first]]);
  });

  it('show a new note at its time, and keep a refused one in the form', async () => {
    const { actor, save, value, texts } = await open();
    actor.send({ type: 'entry.add', draft: fresh });
    actor.send({ type: 'entry.save', draft });
    expect(save.calls).toEqual([{ scope: question, entry: null, draft }]);
    save.answer({ error: tooLate });
    await expect.poll(value).toEqual({ ready: 'writing' });
    expect(actor.getSnapshot().context).toMatchObject({ draft, problem: tooLate });
    const earlier = { ...draft, at: '2026-11-20T15:00:00Z' };
    actor.send({ type: 'entry.save', draft: earlier });
    save.answer({ output: { entry: { ...raised, ...earlier, id: 32 } } });
    await expect.poll(texts).toEqual([raised.text, draft.text, joined.text]);
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
    actor.send({ type: 'entry.add', draft: fresh });
    expect(actor.getSnapshot().context.draft).toEqual({ at: draft.at, text: '' });
  });

  it('change a note and move it to its new time', async () => {
    const { actor, save, texts } = await open();
    actor.send({
      type: 'entry.edit',
      entry: raised,
      draft: { at: raised.at, text: raised.text },
    });
    expect(actor.getSnapshot().context.draft).toEqual({ at: raised.at, text: raised.text });
    const moved = { at: '2026-11-20T22:00:00Z', text: 'Lowered it' };
    actor.send({ type: 'entry.save', draft: moved });
    expect(save.calls).toEqual([{ scope: question, entry: raised, draft: moved }]);
    save.answer({ output: { entry: { ...raised, ...moved } } });
    await expect.poll(texts).toEqual([joined.text, moved.text]);
  });

  it('restore a removed note by its id, also when another range is shown by then', async () => {
    const { actor, clock, read, remove, restore, undos, value, texts } = await open();
    actor.send({ type: 'entry.restore', entry: raised });
    expect(restore.calls).toEqual([]);
    actor.send({ type: 'entry.remove', entry: raised });
    expect(remove.calls).toEqual([{ entry: raised }]);
    remove.answer({ output: undefined });
    await expect.poll(texts).toEqual([joined.text]);
    expect(undos).toEqual([raised.text]);
    actor.send({ type: 'scope.change', scope: lastWeek });
    clock.increment(300);
    read.answer({ output: { rows: [joined] } });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'entry.restore', entry: raised });
    expect(restore.calls).toEqual([{ entry: raised }]);
    restore.answer({ output: {} });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: { rows: annotations } });
    await expect.poll(texts).toEqual([raised.text, joined.text]);
  });

  it('keep a note whose restoring failed, so that it can be tried again', async () => {
    const { actor, remove, restore, value } = await open();
    actor.send({ type: 'entry.remove', entry: raised });
    remove.answer({ output: undefined });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'entry.restore', entry: raised });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual(notRestored);
    const { notRestored: failedRestores } = actor.getSnapshot().context;
    expect(failedRestores).toEqual([{ entry: raised, problem: offline }]);
    actor.send({ type: 'entry.restore', entry: raised });
    expect(restore.calls).toEqual([{ entry: raised }, { entry: raised }]);
  });

  it('restore each of two removed notes, also if the first fails', async () => {
    const { actor, read, remove, restore, value, texts } = await open([raised, lowered]);
    for (const note of [raised, lowered]) {
      actor.send({ type: 'entry.remove', entry: note });
      remove.answer({ output: undefined });
      await expect.poll(texts).not.toContain(note.text);
    }
    actor.send({ type: 'entry.restore', entry: raised });
    actor.send({ type: 'entry.restore', entry: lowered });
    expect(restore.calls).toEqual([{ entry: raised }]);
    restore.answer({ error: offline });
    await expect.poll(() => restore.calls).toEqual([{ entry: raised }, { entry: lowered }]);
    restore.answer({ output: {} });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: { rows: [lowered] } });
    await expect.poll(value).toEqual(notRestored);
    expect(actor.getSnapshot().context.notRestored).toEqual([{ entry: raised, problem: offline }]);
    actor.send({ type: 'entry.restore', entry: raised });
    expect(restore.calls.at(-1)).toEqual({ entry: raised });
    restore.answer({ output: {} });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: { rows: [raised, lowered] } });
    await expect.poll(value).toEqual(idle);
  });

  it('restore a note once no other request is running, and keep the typed text', async () => {
    const { actor, remove, restore, value, texts } = await open();
    actor.send({ type: 'entry.remove', entry: raised });
    remove.answer({ output: undefined });
    await expect.poll(texts).toEqual([joined.text]);
    actor.send({ type: 'entry.add', draft: fresh });
    actor.send({ type: 'entry.restore', entry: raised });
    expect([value(), restore.calls]).toEqual([{ ready: 'writing' }, []]);
    actor.send({ type: 'form.cancel' });
    expect([value(), restore.calls]).toEqual([{ ready: 'restoring' }, [{ entry: raised }]]);
  });

  it('are hidden at once by another range, zone or project, and by nothing else', async () => {
    const { actor, read, texts, value } = await open();
    actor.send({ type: 'scope.change', scope: { ...question, browserConversions: true } });
    expect([texts().length, value(), read.calls.length]).toEqual([2, idle, 1]);
    for (const changed of [lastWeek, { ...question, timezone: 'UTC' }, otherProject]) {
      const other = await open();
      other.actor.send({ type: 'scope.change', scope: changed });
      expect([other.texts(), other.value()]).toEqual([[], 'waiting']);
      other.clock.increment(300);
      expect(other.read.calls.at(-1)).toEqual({ scope: changed, isRefresh: false });
    }
  });

  it('stay as they are when a removal fails', async () => {
    const { actor, remove, undos, value, texts } = await open();
    actor.send({ type: 'entry.remove', entry: raised });
    remove.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'refused' } });
    expect([texts().length, undos]).toEqual([2, []]);
    expect(actor.getSnapshot().context.problem).toEqual(offline);
    actor.send({ type: 'problem.dismiss' });
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
  });
});
