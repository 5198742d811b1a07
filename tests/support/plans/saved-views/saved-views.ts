import type { Problem } from '#contract/problem.ts';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { collectionEvents, collectionSentences } from '../kit/collection.ts';

export const mornings: SavedView = {
  id: 1,
  name: 'Mornings',
  project: 7,
  position: 0,
  opening: { project: 7, range: 'yesterday' },
};
export const evenings: SavedView = { ...mornings, id: 2, name: 'Evenings', position: 1 };

export const nights: SavedView = { ...mornings, id: 3, name: 'Nights', position: 2 };
/** Two views that were removed before. */
const [noons, weekends]: [SavedView, SavedView] = [
  { ...mornings, id: 4, name: 'Noons' },
  { ...mornings, id: 5, name: 'Weekends' },
];

export const taken: Problem = {
  kind: 'invalid',
  message: 'You have a view with this name already.',
  fields: { name: ['You have a view with this name already.'] },
};

export const savedViewsPlan: Plan<typeof savedViewsMachine> = {
  inputs: [{ scope: null }],
  sentences: collectionSentences,
  events: {
    ...collectionEvents,
    'list.refresh': [{ type: 'list.refresh' }],
    'entry.remove': [{ type: 'entry.remove', entry: mornings }],
    'entry.restore': [
      { type: 'entry.restore', entry: noons },
      { type: 'entry.restore', entry: weekends },
    ],
    'action.run': [
      {
        type: 'action.run',
        action: { kind: 'save', draft: { name: 'Nights', project: 7, opening: { project: 7 } } },
      },
      { type: 'action.run', action: { kind: 'show', view: mornings } },
      { type: 'action.run', action: { kind: 'rename', view: mornings, name: 'Dawn' } },
      { type: 'action.run', action: { kind: 'move', view: mornings, position: 2 } },
      { type: 'action.run', action: { kind: 'update', view: mornings, opening: { project: 7 } } },
      { type: 'action.run', action: { kind: 'revert', view: mornings } },
    ],
  },
  isPossible: ({ type }, { context: { rows } }) =>
    type !== 'action.run' || rows.some(({ id }) => id === mornings.id),
  answers: {
    network: [],
    readEntries: [{ output: { rows: [mornings, evenings] } }, { error: offline }],
    saveEntry: [],
    runAction: [{ output: { entry: mornings } }, { error: taken }],
    removeEntry: [{ output: undefined }, { error: offline }],
    restoreEntry: [{ output: { entry: nights } }, { error: offline }],
  },
};
