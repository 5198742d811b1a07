import type { Decision, DecisionAnswer } from '#contract/conversions/decisions.ts';
import type { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { logQuestion } from '../../conversions.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const rows = [
  { id: 'cv_1041', status: 'pending' },
  { id: 'cv_1042', status: 'approved' },
];

/** One conversion changes; the other already has the new status. */
export const decided: DecisionAnswer = {
  batch: '0e7c1d9e-2f62-4a5e-9d0e-1b7c2f6f5a10',
  undo_until: '2026-11-21T20:14:00.000Z',
  changed: 1,
  refused: [
    { cause: 'same_status', because: 'It is approved already.', conversions: 1, ids: ['cv_1042'] },
  ],
  effect: [{ currency: 'USD', conversions: -1, revenue: -129.9, payout: -12 }],
};

/** A decision as the conversion detail shows it. */
export const decidedBefore: Decision = {
  batch: '5b0f7c2e-94d1-4c0b-8a55-3f1d2c6e7a90',
  from: 'approved',
  to: 'rejected',
  reason_code: 'fraud',
  note: 'Seen twice',
  at: '2026-11-20T19:40:00.000Z',
  conversions: 2,
  by: 'Ana Ruiz',
  undone_at: null,
  undone_by: null,
  undo_until: '2026-11-21T19:40:00.000Z',
};

export const conversionDecisionPlan: Plan<typeof conversionDecisionMachine> = {
  inputs: [{ parent: recordingParent<{ type: 'decision.made' }>().parent, question: logQuestion }],
  events: {
    'rows.choose': [
      { type: 'rows.choose', rows, on: true },
      { type: 'rows.choose', rows, on: false },
    ],
    'rows.clear': [{ type: 'rows.clear' }],
    'question.change': [{ type: 'question.change', question: { ...logQuestion, project: 8 } }],
    'decision.start': [
      { type: 'decision.start', to: 'approved' },
      { type: 'decision.start', to: 'rejected' },
    ],
    'decision.explain': [
      { type: 'decision.explain', why: { reason: 'fraud', note: 'Seen twice' } },
    ],
    'decision.apply': [{ type: 'decision.apply' }],
    'decision.cancel': [{ type: 'decision.cancel' }],
    'decision.undo': [{ type: 'decision.undo' }],
    'decision.recall': [{ type: 'decision.recall', decision: decidedBefore }],
    'decision.dismiss': [{ type: 'decision.dismiss' }],
    retry: [{ type: 'retry' }],
  },
  answers: {
    previewDecision: [{ output: { ...decided, batch: null } }, { error: offline }],
    decide: [{ output: decided }, { error: offline }],
    undoDecision: [{ output: { restored: 1, kept: 0, effect: [] } }, { error: offline }],
  },
};
