import type { Annotation } from '#contract/annotations/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { annotationsMachine } from '#machines/dashboard/annotations.ts';
import type { Plan } from '../../paths.ts';
import { annotations, lastWeek, offline, question, raised } from '../../samples.ts';
import { collectionEvents, collectionSentences } from '../kit/collection.ts';

export const tooLate: Problem = {
  kind: 'invalid',
  message: 'at: Choose a time from 2000 to 2099.',
  fields: { at: ['Choose a time from 2000 to 2099.'] },
};
export const draft = { at: '2026-11-20T20:14:05Z', text: 'New landing page' };

/** Two notes that were removed before. */
const [lowered, moved]: [Annotation, Annotation] = [
  { ...raised, id: 33, text: 'Lowered the budget' },
  { ...raised, id: 34, text: 'Moved to another network' },
];

export const annotationsPlan: Plan<typeof annotationsMachine> = {
  inputs: [{ scope: question }],
  sentences: collectionSentences,
  events: {
    ...collectionEvents,
    'scope.change': [
      { type: 'scope.change', scope: lastWeek },
      { type: 'scope.change', scope: question },
    ],
    'entry.add': [{ type: 'entry.add', draft: { at: draft.at, text: '' } }],
    'entry.edit': [
      { type: 'entry.edit', entry: raised, draft: { at: raised.at, text: raised.text } },
    ],
    'entry.save': [{ type: 'entry.save', draft }],
    'entry.remove': [{ type: 'entry.remove', entry: raised }],
    'entry.restore': [
      { type: 'entry.restore', entry: lowered },
      { type: 'entry.restore', entry: moved },
    ],
  },
  isPossible: ({ type }, { context: { rows } }) =>
    !/edit|remove/.test(type) || rows.some(({ text }) => text === raised.text),
  answers: {
    readEntries: [{ output: { rows: annotations } }, { error: offline }],
    saveEntry: [{ output: { entry: { ...raised, ...draft, id: 32 } } }, { error: tooLate }],
    runAction: [],
    removeEntry: [{ output: undefined }, { error: offline }],
    restoreEntry: [{ output: {} }, { error: offline }],
    network: [],
  },
};
