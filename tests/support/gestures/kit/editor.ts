import { fireEvent } from '@testing-library/react';
import type { EditorMachine } from '#machines/kit/editor.ts';
import type { NoteTypes } from '../../plans/kit/editor.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

const press =
  (name: string | RegExp) =>
  (_: unknown, { user, screen }: UserAndScreen) =>
    user.click(screen.getByRole('button', { name }));

export const editorGestures: Gestures<EditorMachine<NoteTypes>> = {
  retry: press(/^Retry/),
  'network.returned': fromElsewhere,
  'scope.change': fromElsewhere,
  'entity.change': fromElsewhere,
  // One change at once, as a paste or a picker makes it: each typed letter would be one more.
  'draft.change': async ({ change }, { screen }) =>
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: change.name } }),
  'draft.undo': press('Undo'),
  'draft.redo': press('Redo'),
  'draft.save': press(/^(Save|Try again)$/),
  'draft.discard': press('Discard changes'),
  'conflict.take': press('Take theirs'),
  'conflict.keep': press('Save mine'),
  'editor.leave': press('All notes'),
  'leave.stay': press('Stay'),
  'leave.discard': press('Discard and leave'),
  'leave.save': press('Save and leave'),
};
