import type { ValuesAnswer } from '#contract/conversions/decisions.ts';
import type { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import type { Plan } from '../../paths.ts';
import { reconciliation } from '../../reconciliation.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const taken: ValuesAnswer = {
  ids: [5],
  corrected: 1,
  refused: [
    {
      cause: 'same_value',
      because: 'It has this value already.',
      conversions: 1,
      ids: ['c_7'],
    },
  ],
  currency: 'USD',
  revenue: -20,
};

export const reconcileValuesPlan: Plan<typeof reconcileValuesMachine> = {
  inputs: [{ project: 7, parent: recordingParent<{ type: 'values.taken' }>().parent }],
  events: {
    'lines.compared': [
      { type: 'lines.compared', rows: reconciliation.rows },
      { type: 'lines.compared', rows: [] },
    ],
    'project.change': [{ type: 'project.change', project: 8 }],
    'values.start': [{ type: 'values.start' }],
    'values.apply': [{ type: 'values.apply', why: { reason: 'refund', note: 'Their statement' } }],
    'values.cancel': [{ type: 'values.cancel' }],
    'values.undo': [{ type: 'values.undo' }],
    'values.dismiss': [{ type: 'values.dismiss' }],
    retry: [{ type: 'retry' }],
  },
  answers: {
    takeValues: [{ output: taken }, { error: offline }],
    undoValues: [{ output: { taken_back: 1, currency: 'USD', revenue: 20 } }, { error: offline }],
  },
};
