import type { Problem } from '#contract/problem.ts';
import type { funnelCreationMachine } from '#machines/funnels/funnel-creation.ts';
import { changedFunnel, conflict } from '../../funnel-editor.ts';
import { funnel, newDraft } from '../../funnels.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { offline } from '../../samples.ts';

const { parent } = recordingParent();
const gone: Problem = { kind: 'missing', message: 'There is no such funnel.' };
const input = { project: 7, draft: newDraft, parent };

export const funnelCreationPlan: Plan<typeof funnelCreationMachine> = {
  inputs: [
    { ...input, created: null },
    { ...input, created: { slug: newDraft.slug, version: 1 } },
  ],
  events: {},
  sentences: {},
  answers: {
    saveFunnel: [{ output: funnel }, { error: gone }, { error: conflict }, { error: offline }],
    publishFunnel: [{ output: funnel }, { error: conflict }, { error: offline }],
    readFunnel: [{ output: changedFunnel }, { error: offline }],
  },
};
