import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import {
  type AnnotationsSnapshot,
  annotationsMachine,
  type NoteDraft,
} from '#machines/dashboard/annotations.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import type { Question } from '#model/query.ts';
import { NoteForm } from '#views/dashboard/annotations/NoteForm.tsx';
import { seeFailedUndo } from '../../support/failed-undo.tsx';
import { annotationsGestures } from '../../support/gestures/dashboard/annotations.ts';
import { draft } from '../../support/plans/dashboard/annotations.ts';
import { annotations, question, raised } from '../../support/samples.ts';
import { annotationsScene } from '../../support/scenes/dashboard/annotations.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The graph in every state; beside it the notes, or why they are missing; above it the form. */
function sees(state: AnnotationsSnapshot) {
  const writing = state.hasTag('writing');
  expect(screen.queryByRole('dialog', { name: /note$/ }) !== null).toBe(writing);
  const slider = screen.getByRole('slider', { name: 'Point in time', hidden: writing });
  expect(slider).toBeDefined();
  const { rows, problem } = state.context;
  const flags = screen.queryAllByRole('button', {
    name: /^(\d notes, )?Nov 20, \d\d:\d\d: /,
    hidden: writing,
  });
  const placed = flags.flatMap((flag) =>
    (flag.getAttribute('aria-label') ?? '').split(/(?:;|(?<=[.!?…])) (?=Nov 20, )/),
  );
  expect(placed).toHaveLength(rows.length);
  const isUndoable = state.hasTag('undoable') && state.context.notRestored.length > 0;
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(isUndoable);
  const retry = screen.queryByRole('button', { name: 'Retry notes', hidden: writing });
  expect(retry !== null).toBe(state.matches('failed'));
  const isTold = screen.queryAllByRole('alert').length > 0;
  const isStale = state.matches({ ready: { resting: 'stale' } });
  expect(isTold).toBe(
    (state.hasTag('failed') && !isStale) || isUndoable || (writing && problem?.kind === 'offline'),
  );
  const save = screen.queryByRole('button', { name: /^(Add|Save) note$/ });
  expect(save?.matches(':disabled') ?? null).toBe(writing ? state.hasTag('busy') : null);
}

walkView(annotationsScene, {
  isPart: true,
  gestures: annotationsGestures,
  sees,
});

seeFailedUndo(annotationsScene, raised, { name: raised.text });

it('stays open on Escape while a note is being saved', async () => {
  const save = scriptedRequest<
    Outcome<Annotation, never>,
    { scope: Question; entry: Annotation | null; draft: NoteDraft }
  >();
  const readEntries = fromPromise<{ rows: Annotation[] }, { scope: Question; isRefresh: boolean }>(
    async () => ({ rows: annotations }),
  );
  const actor = createActor(
    annotationsMachine.provide({ actors: { readEntries, saveEntry: save.logic } }),
    { input: { scope: question } },
  ).start();
  await waitFor(actor, (state) => state.matches('ready'), { timeout: 5_000 });
  actor.send({ type: 'entry.add', draft: { at: draft.at, text: '' } });
  actor.send({ type: 'entry.save', draft });
  render(<NoteForm actor={actor} draft={draft} open />);
  await screen.findByRole('dialog', { name: 'Add a note' });
  await userEvent.keyboard('{Escape}');
  expect(actor.getSnapshot().matches({ ready: 'saving' })).toBe(true);
});
