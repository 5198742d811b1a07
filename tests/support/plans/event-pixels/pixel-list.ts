import type { Pixel } from '#contract/event-pixels/schemas.ts';
import type { pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { noPixels, partner, pixelList, place } from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { collectionEvents, collectionSentences } from '../kit/collection.ts';

const { project, slug } = place;

/** Two pixels that were removed before. */
const [oldPartner, oldNetwork]: [Pixel, Pixel] = [
  { ...partner, id: 18, name: 'Old partner' },
  { ...partner, id: 19, name: 'Old network' },
];

export const pixelListPlan: Plan<typeof pixelListMachine> = {
  inputs: [{ scope: { project, slug } }],
  sentences: collectionSentences,
  events: {
    ...collectionEvents,
    'scope.change': [{ type: 'scope.change', scope: { project: 8, slug: 'other' } }],
    'list.refresh': [{ type: 'list.refresh' }],
    'action.run': [{ type: 'action.run', action: { pixel: partner, status: 'paused' } }],
    'entry.remove': [{ type: 'entry.remove', entry: partner }],
    'entry.restore': [
      { type: 'entry.restore', entry: oldPartner },
      { type: 'entry.restore', entry: oldNetwork },
    ],
  },
  answers: {
    readEntries: [{ output: pixelList }, { output: noPixels }, { error: offline }],
    saveEntry: [],
    runAction: [{ output: { entry: { ...partner, status: 'paused' } } }, { error: offline }],
    removeEntry: [{ output: undefined }, { error: offline }],
    restoreEntry: [{ output: {} }, { error: offline }],
    network: [],
  },
};
