import type { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import type { OfferChangeRequest } from '#model/offer-changes.ts';
import { bundle } from '../../offers.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const pauseChange: OfferChangeRequest = {
  kind: 'status',
  to: 'paused',
  project: 7,
  offers: [bundle],
};

const { parent } = recordingParent<{ type: 'offers.changed' }>();

export const offerChangesPlan: Plan<typeof offerChangesMachine> = {
  inputs: [{ parent }],
  events: {
    'change.make': [{ type: 'change.make', change: pauseChange }],
    'refusals.dismiss': [{ type: 'refusals.dismiss' }],
    retry: [{ type: 'retry' }],
  },
  sentences: {
    'change.make': 'Pause an offer',
    'refusals.dismiss': 'Choose Dismiss',
    retry: 'Choose Retry',
  },
  answers: {
    changeOffers: [
      { output: { changed: [bundle.id], refused: [] } },
      {
        output: {
          changed: [],
          refused: [{ id: bundle.id, name: bundle.name, message: 'It has no destination.' }],
        },
      },
      { error: offline },
    ],
  },
};
