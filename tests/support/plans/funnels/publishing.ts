import type { publishingMachine } from '#machines/funnels/publishing.ts';
import { changedFunnel, conflict, preview } from '../../funnel-editor.ts';
import type { funnel } from '../../funnel-overview.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent<{ type: 'funnel.published'; funnel: typeof funnel }>();

export const publishingPlan: Plan<typeof publishingMachine> = {
  inputs: [{ parent }],
  events: {
    'publish.ask': [{ type: 'publish.ask', funnel: changedFunnel }],
    'publish.confirm': [{ type: 'publish.confirm' }],
    'publish.cancel': [{ type: 'publish.cancel' }],
  },
  sentences: {
    'publish.ask': 'Press Publish',
    'publish.confirm': 'Press Publish in the dialog',
    'publish.cancel': 'Press Cancel in the dialog',
  },
  answers: {
    measureEffect: [{ output: preview }, { error: offline }],
    publishFunnel: [{ output: { ...changedFunnel, has_changes: false } }, { error: conflict }],
  },
};
