import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { annotationsMachine, type NoteDraft } from '#machines/dashboard/annotations.ts';
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

function stage() {
  const [read, create, change, remove, restore] = [
    scriptedRequest<Annotation[], { question: Question; isRefresh?: boolean }>(),
    scriptedRequest<Annotation, { project: number; draft: NoteDraft }>(),
    scriptedRequest<Annotation, { id: number; draft: NoteDraft }>(),
    scriptedRequest<void, { id: number }>(),
    scriptedRequest<void, { id: number }>(),
  ];
  const offers: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    annotationsMachine.provide({
      actors: {
        readAnnotations: read.logic,
        createNote: create.logic,
        changeNote: change.logic,
        removeNote: remove.logic,
        restoreNote: restore.logic,
      },
      actions: { offerUndo: (_, { note }) => void offers.push(note.text) },
    }),
    { input: { question }, clock },
  ).start();
  const value = () => actor.getSnapshot().value;
  const texts = () => actor.getSnapshot().context.annotations.map(({ text }) => text);
  return { actor, clock, read, create, change, remove, restore, offers, value, texts };
}

async function open(shown = annotations) {
  const opened = stage();
  opened.clock.increment(300);
  opened.read.answer({ output: shown });
  await expect.poll(opened.texts).toEqual(shown.map(({ text }) => text));
  return opened;
}
const idle = { ready: { resting: 'idle' } };
const unrestored = { ready: { resting: 'unrestored' } };
const lowered: Annotation = { ...raised, id: 32, text: 'Lowered the budget' };

describe('annotations', () => {
  it('are read again every minute, and stay on screen meanwhile', async () => {
    const { actor, clock, read, texts, value } = await open();
    await expect.poll(value).toEqual(idle);
    clock.increment(60_000);
    expect(read.calls.at(-1)).toEqual({ question, isRefresh: true });
    expect(texts()).toEqual([raised.text, joined.text]);
    read.answer({ output: [raised] });
    await expect.poll(texts).toEqual([raised.text]);
    clock.increment(60_000);
    read.answer({ error: offline });
    await expect.poll(value).toEqual(idle);
    expect(texts()).toEqual([raised.text]);
    clock.increment(60_000);
    actor.send({ type: 'note.start', at: draft.at });
    expect(value()).toEqual({ ready: 'composing' });
  });

  it('are asked for again once the network is back', async () => {
    const { actor, clock, read, value } = stage();
    clock.increment(300);
    read.answer({ error: offline });
    await expect.poll(value).toEqual('failed');
    actor.send({ type: 'network.returned' });
    expect(value()).toEqual('reading');
    actor.send({ type: 'network.returned' });
    expect(read.calls).toEqual([{ question }, { question }, { question }]);
    read.answer({ output: annotations });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'network.returned' });
    expect(read.calls.at(-1)).toEqual({ question, isRefresh: true });
  });

  it('let the figures be asked for first', () => {
    const { clock, read, value } = stage();
    clock.increment(299);
    expect([value(), read.calls]).toEqual(['waiting', []]);
    clock.increment(1);
    expect([value(), read.calls]).toEqual(['reading', [{ question }]]);
  });

  it('take a new note in at its moment and keep one that is refused in the form', async () => {
    const { actor, create, value, texts } = await open();
    actor.send({ type: 'note.start', at: draft.at });
    actor.send({ type: 'note.save', draft });
    expect(create.calls).toEqual([{ project: 7, draft }]);
    create.answer({ error: tooLate });
    await expect.poll(value).toEqual({ ready: 'composing' });
    expect(actor.getSnapshot().context).toMatchObject({ draft, problem: tooLate });
    const earlier = { ...draft, at: '2026-11-20T15:00:00Z' };
    actor.send({ type: 'note.save', draft: earlier });
    create.answer({ output: { ...raised, ...earlier, id: 32 } });
    await expect.poll(texts).toEqual([raised.text, draft.text, joined.text]);
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
    actor.send({ type: 'note.start', at: draft.at });
    expect(actor.getSnapshot().context.draft).toEqual({ at: draft.at, text: '' });
  });

  it('change a note and move it to its new moment', async () => {
    const { actor, change, texts } = await open();
    actor.send({ type: 'note.edit', note: raised });
    expect(actor.getSnapshot().context.draft).toEqual({ at: raised.at, text: raised.text });
    const moved = { at: '2026-11-20T22:00:00Z', text: 'Lowered it' };
    actor.send({ type: 'note.save', draft: moved });
    expect(change.calls).toEqual([{ id: raised.id, draft: moved }]);
    change.answer({ output: { ...raised, ...moved } });
    await expect.poll(texts).toEqual([joined.text, moved.text]);
  });

  it('bring a removed note back by its id, also when another range is on screen by then', async () => {
    const { actor, clock, read, remove, restore, offers, value, texts } = await open();
    actor.send({ type: 'note.restore', note: raised });
    expect(restore.calls).toEqual([]);
    actor.send({ type: 'note.remove', note: raised });
    expect(remove.calls).toEqual([{ id: raised.id }]);
    remove.answer({ output: undefined });
    await expect.poll(texts).toEqual([joined.text]);
    expect(offers).toEqual([raised.text]);
    actor.send({ type: 'query.change', question: lastWeek });
    clock.increment(300);
    read.answer({ output: [joined] });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'note.restore', note: raised });
    expect(restore.calls).toEqual([{ id: raised.id }]);
    restore.answer({ output: undefined });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: annotations });
    await expect.poll(texts).toEqual([raised.text, joined.text]);
  });

  it('lose none whose return failed: it can be tried again', async () => {
    const { actor, remove, restore, value } = await open();
    actor.send({ type: 'note.remove', note: raised });
    remove.answer({ output: undefined });
    await expect.poll(value).toEqual(idle);
    actor.send({ type: 'note.restore', note: raised });
    restore.answer({ error: offline });
    await expect.poll(value).toEqual(unrestored);
    const { unrestored: away } = actor.getSnapshot().context;
    expect(away).toEqual([{ removed: raised, problem: offline }]);
    actor.send({ type: 'note.restore', note: raised });
    expect(restore.calls).toEqual([{ id: raised.id }, { id: raised.id }]);
  });

  it('bring back each of two that were removed, also where the first fails', async () => {
    const { actor, read, remove, restore, value, texts } = await open([raised, lowered]);
    for (const note of [raised, lowered]) {
      actor.send({ type: 'note.remove', note });
      remove.answer({ output: undefined });
      await expect.poll(texts).not.toContain(note.text);
    }
    actor.send({ type: 'note.restore', note: raised });
    actor.send({ type: 'note.restore', note: lowered });
    expect(restore.calls).toEqual([{ id: raised.id }]);
    restore.answer({ error: offline });
    await expect.poll(() => restore.calls).toEqual([{ id: raised.id }, { id: lowered.id }]);
    restore.answer({ output: undefined });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: [lowered] });
    await expect.poll(value).toEqual(unrestored);
    expect(actor.getSnapshot().context.unrestored).toEqual([{ removed: raised, problem: offline }]);
    actor.send({ type: 'note.restore', note: raised });
    expect(restore.calls.at(-1)).toEqual({ id: raised.id });
    restore.answer({ output: undefined });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: [raised, lowered] });
    await expect.poll(value).toEqual(idle);
  });

  it('bring one back once nothing else is being done, and what is written stays', async () => {
    const { actor, remove, restore, value, texts } = await open();
    actor.send({ type: 'note.remove', note: raised });
    remove.answer({ output: undefined });
    await expect.poll(texts).toEqual([joined.text]);
    actor.send({ type: 'note.start', at: draft.at });
    actor.send({ type: 'note.restore', note: raised });
    expect([value(), restore.calls]).toEqual([{ ready: 'composing' }, []]);
    actor.send({ type: 'note.cancel' });
    expect([value(), restore.calls]).toEqual(['restoring', [{ id: raised.id }]]);
  });

  it('are hidden at once by another range, zone or project, and by nothing else', async () => {
    const { actor, read, texts, value } = await open();
    actor.send({ type: 'query.change', question: { ...question, browserConversions: true } });
    expect([texts().length, value(), read.calls.length]).toEqual([2, idle, 1]);
    for (const changed of [lastWeek, { ...question, timezone: 'UTC' }, otherProject]) {
      const other = await open();
      other.actor.send({ type: 'query.change', question: changed });
      expect([other.texts(), other.value()]).toEqual([[], 'waiting']);
      other.clock.increment(300);
      expect(other.read.calls.at(-1)).toEqual({ question: changed });
    }
  });

  it('stay as they are when a removal fails', async () => {
    const { actor, remove, offers, value, texts } = await open();
    actor.send({ type: 'note.remove', note: raised });
    remove.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'refused' } });
    expect([texts().length, offers]).toEqual([2, []]);
    expect(actor.getSnapshot().context.problem).toEqual(offline);
    actor.send({ type: 'problem.dismiss' });
    expect([value(), actor.getSnapshot().context.problem]).toEqual([idle, null]);
  });
});
