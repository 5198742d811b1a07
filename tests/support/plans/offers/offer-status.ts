import type { OfferChangedEvent, offerStatusMachine } from '#machines/offers/offer-status.ts';
import { offer } from '../../offer-detail.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent<OfferChangedEvent>();

export const offerStatusPlan: Plan<typeof offerStatusMachine> = {
  inputs: [{ parent }],
  events: {
    'status.choose': [{ type: 'status.choose', offer, from: 'active', to: 'paused' }],
    'status.confirm': [{ type: 'status.confirm', reason: 'Out of stock', withoutTest: false }],
    'status.cancel': [{ type: 'status.cancel' }],
    'status.undo': [{ type: 'status.undo', offer, to: 'active' }],
    retry: [{ type: 'retry' }],
  },
  sentences: {
    'status.choose': 'Press Pause',
    'status.confirm': 'Press Pause in the dialog',
    'status.cancel': 'Press Cancel in the dialog',
    'status.undo': 'Press Undo after the change',
    retry: 'Press Retry',
  },
  answers: {
    previewStatus: [
      {
        output: {
          clicks_last_hour: 120,
          leads_to: 'Night cream',
          used_by: [{ kind: 'funnel', name: 'Main offer' }],
          missing: [],
        },
      },
      { error: offline },
    ],
    changeStatus: [
      { output: { ...offer, status: 'paused' } },
      { error: offline },
      { error: { kind: 'conflict', message: 'Someone else changed this.' } },
    ],
  },
};
