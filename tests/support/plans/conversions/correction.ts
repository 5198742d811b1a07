import type { Adjustment } from '#contract/conversions/decisions.ts';
import type { Problem } from '#contract/problem.ts';
import type { correctionMachine } from '#machines/conversions/correction.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

export const adjustment: Adjustment = {
  id: 5,
  project_id: 7,
  conversion_id: 'cv_1041',
  affid: 'a1',
  offer_id: '3',
  amount_revenue: -20,
  amount_payout: -2,
  currency: 'USD',
  reason_code: 'refund',
  note: 'One pillow',
  effective_date: '2026-11-20',
  at: '2026-11-20T19:50:00.000Z',
  by: 'Ana Ruiz',
  reverses: null,
  reversed_by: null,
};

const tooLate: Problem = {
  kind: 'invalid',
  message: 'This day is still to come.',
  fields: { effective_date: ['This day is still to come.'] },
};

export const correctionPlan: Plan<typeof correctionMachine> = {
  inputs: [
    {
      project: 7,
      conversion: 'cv_1041',
      parent: recordingParent<{ type: 'correction.made' }>().parent,
    },
  ],
  events: {
    'correction.start': [{ type: 'correction.start' }],
    'correction.save': [
      {
        type: 'correction.save',
        draft: {
          amount_revenue: '-20',
          amount_payout: '-2',
          reason_code: 'refund',
          note: 'One pillow',
          effective_date: '2026-11-20',
        },
      },
    ],
    'correction.cancel': [{ type: 'correction.cancel' }],
    'correction.reverse': [{ type: 'correction.reverse', id: 5 }],
    retry: [{ type: 'retry' }],
  },
  answers: {
    createCorrection: [{ output: adjustment }, { error: tooLate }],
    reverseCorrection: [{ output: { ...adjustment, id: 6, reverses: 5 } }, { error: offline }],
  },
};
