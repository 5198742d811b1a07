import type { Problem } from '#contract/problem.ts';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const mornings: SavedView = {
  id: 1,
  name: 'Mornings',
  project: 7,
  position: 0,
  opening: { project: 7, range: 'yesterday' },
};
export const evenings: SavedView = { ...mornings, id: 2, name: 'Evenings', position: 1 };

export const nights: SavedView = { ...mornings, id: 3, name: 'Nights', position: 2 };
/** Two that were removed before. */
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
  events: {
    'list.open': [{ type: 'list.open' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
    'view.save': [
      { type: 'view.save', draft: { name: 'Nights', project: 7, opening: { project: 7 } } },
    ],
    'view.show': [{ type: 'view.show', view: mornings }],
    'view.rename': [{ type: 'view.rename', id: 1, name: 'Dawn' }],
    'view.move': [{ type: 'view.move', id: 1, position: 2 }],
    'view.update': [{ type: 'view.update', view: mornings, opening: { project: 7 } }],
    'view.revert': [{ type: 'view.revert', view: mornings }],
    'view.remove': [{ type: 'view.remove', view: mornings }],
    'view.restore': [
      { type: 'view.restore', view: noons },
      { type: 'view.restore', view: weekends },
    ],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
  },
  answers: {
    network: [],
    readViews: [{ output: [mornings, evenings] }, { error: offline }],
    createView: [{ output: nights }, { error: taken }],
    changeView: [{ output: mornings }, { error: taken }],
    removeView: [{ output: undefined }, { error: offline }],
  },
};
