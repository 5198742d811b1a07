import { type PreviewMachine, previewOf } from '#machines/kit/preview.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import type { NoteTypes } from './editor.ts';

type NotePreview = PreviewMachine<NoteTypes['scope'], NoteTypes['draft'], NoteTypes['preview']>;

/** A note without a name has no preview. */
export const notePreview: NotePreview = previewOf<
  NoteTypes['scope'],
  NoteTypes['draft'],
  NoteTypes['preview']
>().provide({ guards: { isReadable: (_, { draft }) => draft.name !== '' } });

export const previewPlan: Plan<NotePreview> = {
  inputs: [{ scope: { note: 7 }, draft: { name: 'Spring' } }],
  events: {
    'draft.change': [
      { type: 'draft.change', draft: { name: 'Summer' } },
      { type: 'draft.change', draft: { name: '' } },
    ],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  sentences: {
    'draft.change': 'Change a field of the editor',
    retry: 'Press Retry in the preview',
    'network.returned': 'Connect the network again',
  },
  answers: {
    readPreview: [{ output: { letters: 6 } }, { error: offline }],
    network: [],
  },
};
