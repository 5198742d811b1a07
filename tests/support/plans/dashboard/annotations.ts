import type { Annotation } from '#contract/annotations/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { annotationsMachine } from '#machines/dashboard/annotations.ts';
import type { Plan } from '../../paths.ts';
import { annotations, lastWeek, offline, question, raised } from '../../samples.ts';

export const tooLate: Problem = {
  kind: 'invalid',
  message: 'at: Choose a moment from 2000 to 2099.',
  fields: { at: ['Choose a moment from 2000 to 2099.'] },
};
export const draft = { at: '2026-11-20T20:14:05Z', text: 'New landing page' };

/** Two that were removed before. */
const [lowered, moved]: [Annotation, Annotation] = [
  { ...raised, id: 33, text: 'Lowered the budget' },
  { ...raised, id: 34, text: 'Moved to another network' },
];

export const annotationsPlan: Plan<typeof annotationsMachine> = {
  inputs: [{ question }],
  events: {
    'query.change': [
      { type: 'query.change', question: lastWeek },
      { type: 'query.change', question },
    ],
    retry: [{ type: 'retry' }],
    'note.start': [{ type: 'note.start', at: draft.at }],
    'note.edit': [{ type: 'note.edit', note: raised }],
    'note.save': [{ type: 'note.save', draft }],
    'note.cancel': [{ type: 'note.cancel' }],
    'note.remove': [{ type: 'note.remove', note: raised }],
    'note.restore': [
      { type: 'note.restore', note: lowered },
      { type: 'note.restore', note: moved },
    ],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  isPossible: ({ type }, { context: { annotations: shown } }) =>
    !/edit|remove/.test(type) || shown.some(({ text }) => text === raised.text),
  answers: {
    readAnnotations: [{ output: annotations }, { error: offline }],
    createNote: [{ output: { ...raised, ...draft, id: 32 } }, { error: tooLate }],
    changeNote: [{ output: { ...raised, text: draft.text } }, { error: offline }],
    removeNote: [{ output: undefined }, { error: offline }],
    restoreNote: [{ output: undefined }, { error: offline }],
    network: [],
  },
};
