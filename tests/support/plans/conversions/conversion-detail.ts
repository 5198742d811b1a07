import type { Problem } from '#contract/problem.ts';
import type { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { conversionDetail } from '../../conversions.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const missing: Problem = { kind: 'missing', message: 'There is no such conversion.' };

export const conversionDetailPlan: Plan<typeof conversionDetailMachine> = {
  inputs: [{ lookbackDays: 30 }],
  events: {
    'story.open': [{ type: 'story.open', id: 'cv_1041' }],
    'correction.made': [{ type: 'correction.made' }],
    'story.refresh': [{ type: 'story.refresh' }],
    'story.close': [{ type: 'story.close' }],
    'lookback.change': [{ type: 'lookback.change', lookbackDays: 7 }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    readStory: [{ output: conversionDetail }, { error: missing }, { error: offline }],
    network: [],
    correction: [],
  },
};
