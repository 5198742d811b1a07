import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import type { masterPixelsMachine, PixelDraft } from '#machines/master-pixels/master-pixels.ts';
import { freshPixel, pixel } from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline, query } from '../../samples.ts';
import { collectionEvents, collectionSentences } from '../kit/collection.ts';

const pixelDraft: PixelDraft = {
  name: 'Sign-up',
  event_name: 'lead',
  domains: ['shop.example'],
  consent_mode: 'assumed',
};
const nameTaken: Problem = {
  kind: 'invalid',
  message: 'name: Another pixel has this name.',
  fields: { name: ['Another pixel has this name.'] },
};

/** Two pixels that were removed before. */
const [oldShop, oldBlog]: [MasterPixel, MasterPixel] = [
  { ...pixel, id: 3, name: 'Old shop', is_primary: false },
  { ...pixel, id: 4, name: 'Old blog', is_primary: false },
];

export const masterPixelsPlan: Plan<typeof masterPixelsMachine> = {
  inputs: [{ scope: query }],
  sentences: collectionSentences,
  events: {
    ...collectionEvents,
    'scope.change': [
      { type: 'scope.change', scope: { ...query, project: 8 } },
      { type: 'scope.change', scope: query },
    ],
    'entry.add': [{ type: 'entry.add', draft: { ...pixelDraft, name: '' } }],
    'entry.edit': [{ type: 'entry.edit', entry: pixel, draft: pixelDraft }],
    'entry.save': [{ type: 'entry.save', draft: pixelDraft }],
    'entry.remove': [{ type: 'entry.remove', entry: freshPixel }],
    'entry.restore': [
      { type: 'entry.restore', entry: oldShop },
      { type: 'entry.restore', entry: oldBlog },
    ],
    'action.run': [{ type: 'action.run', action: { pixel, change: { status: 'paused' } } }],
  },
  isPossible: ({ type }, { context: { rows } }) =>
    type !== 'entry.remove' || rows.filter(({ name }) => name === freshPixel.name).length === 1,
  answers: {
    readEntries: [{ output: { rows: [pixel, freshPixel] } }, { error: offline }],
    saveEntry: [{ output: { entry: { ...freshPixel, id: 9 } } }, { error: nameTaken }],
    runAction: [
      { output: { entry: { ...pixel, status: 'paused', state: 'paused' }, affectsOthers: true } },
      { error: offline },
    ],
    removeEntry: [{ output: undefined }, { error: offline }],
    restoreEntry: [{ output: { entry: freshPixel } }, { error: offline }],
    network: [],
  },
};
