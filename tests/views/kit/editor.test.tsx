import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { EditorSnapshot } from '#machines/kit/editor.ts';
import { editorGestures } from '../../support/gestures/kit/editor.ts';
import type { NoteTypes } from '../../support/plans/kit/editor.ts';
import { editorScene } from '../../support/scenes/kit/editor.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The draft stays on screen in every state of `ready`. */
function sees(state: EditorSnapshot<NoteTypes>) {
  const { draft, past, future, theirs, problem } = state.context;
  const isEditing = state.matches({ ready: 'editing' });
  const isAsking = state.matches({ ready: 'confirmingLeave' });
  const hidden = { hidden: isAsking };
  expect(screen.getByRole('region', { name: 'Note', ...hidden }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  const name = screen.queryByLabelText<HTMLInputElement>('Name');
  expect(name?.value).toBe(state.hasTag('showing') ? draft?.name : undefined);
  expect(screen.queryByText('Nothing is stored here.') !== null).toBe(state.matches('notFound'));
  expect(screen.queryByRole('button', { name: 'Retry note' }) !== null).toBe(
    state.matches('failed'),
  );
  expect(isEnabled('Undo')).toBe(isEditing && past.length > 0);
  expect(isEnabled('Redo')).toBe(isEditing && future.length > 0);
  expect(isEnabled('Save')).toBe(state.matches({ ready: { editing: 'dirty' } }));
  expect(screen.queryByText('Saved') !== null).toBe(state.matches({ ready: { editing: 'saved' } }));
  expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(
    state.matches({ ready: { editing: 'refused' } }),
  );
  expect(screen.queryByText(problem?.message ?? 'none') !== null).toBe(problem !== null);
  expect(screen.queryByRole('cell', { name: theirs?.name ?? 'none' }) !== null).toBe(
    theirs !== null && theirs.name !== draft?.name,
  );
  expect(screen.queryByRole('button', { name: 'Take theirs' }) !== null).toBe(
    state.matches({ ready: 'conflict' }),
  );
  expect(screen.queryByRole('alertdialog') !== null).toBe(isAsking);
}

const isEnabled = (name: string) =>
  screen.queryByRole<HTMLButtonElement>('button', { name })?.disabled === false;

walkView(editorScene, { gestures: editorGestures, sees });
