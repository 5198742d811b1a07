import type { Problem } from '#contract/problem.ts';
import { type EditorMachine, editorOf } from '#machines/kit/editor.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

/** An editor of one note with a name. */
export type NoteTypes = {
  scope: { note: number };
  entity: { version: number; name: string };
  draft: { name: string };
  preview: { letters: number };
};

export const noteEditor = editorOf<NoteTypes>({
  draftOf: ({ name }) => ({ name }),
  faultsOf: ({ name }) =>
    name.trim() === '' ? [{ path: ['name'], message: 'Give the note a name.' }] : [],
});

export const note: NoteTypes['entity'] = { version: 3, name: 'Spring' };
const savedNote: NoteTypes['entity'] = { version: 4, name: 'Summer' };

export const changedMeanwhile: Problem = {
  kind: 'conflict',
  message: 'Someone else changed this note.',
};
const gone: Problem = { kind: 'missing', message: 'There is no such note.' };

export const editorPlan: Plan<EditorMachine<NoteTypes>> = {
  inputs: [{ scope: { note: 7 } }],
  events: {
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
    'scope.change': [{ type: 'scope.change', scope: { note: 8 } }],
    'entity.change': [{ type: 'entity.change', entity: { version: 9, name: 'Autumn' } }],
    'draft.change': [
      { type: 'draft.change', change: { name: 'Summer' } },
      { type: 'draft.change', change: { name: '' } },
      { type: 'draft.change', change: { name: 'Spring' } },
    ],
    'draft.undo': [{ type: 'draft.undo' }],
    'draft.redo': [{ type: 'draft.redo' }],
    'draft.save': [{ type: 'draft.save' }],
    'draft.discard': [{ type: 'draft.discard' }],
    'conflict.take': [{ type: 'conflict.take' }],
    'conflict.keep': [{ type: 'conflict.keep' }],
    'editor.leave': [{ type: 'editor.leave', destination: '/notes' }],
    'leave.stay': [{ type: 'leave.stay' }],
    'leave.discard': [{ type: 'leave.discard' }],
    'leave.save': [{ type: 'leave.save' }],
  },
  sentences: {
    retry: 'Press Retry',
    'network.returned': 'Connect the network again',
    'scope.change': 'Open another entry',
    'entity.change': 'Run an action that stores a new version, such as publishing',
    'draft.change': 'Change a field',
    'draft.undo': 'Press Undo',
    'draft.redo': 'Press Redo',
    'draft.save': 'Press Save or Try again',
    'draft.discard': 'Press Discard changes',
    'conflict.take': 'Take the version of the other person',
    'conflict.keep': 'Save the own version over that of the other person',
    'editor.leave': 'Follow a link to another page',
    'leave.stay': 'Choose to stay',
    'leave.discard': 'Choose to leave without saving',
    'leave.save': 'Choose to save and leave',
  },
  answers: {
    readEntity: [{ output: note }, { error: gone }, { error: offline }],
    saveEntity: [{ output: savedNote }, { error: changedMeanwhile }, { error: offline }],
    preview: [],
    network: [],
  },
};
