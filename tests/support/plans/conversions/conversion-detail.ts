import type { Problem } from '#contract/problem.ts';
import type { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { conversionDetail } from '../../conversions.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

const missing: Problem = { kind: 'missing', message: 'There is no such conversion.' };

export const conversionDetailPlan: Plan<typeof conversionDetailMachine> = {
  inputs: [{ lookbackDays: 30 }],
  events: {
    'conversion.open': [{ type: 'conversion.open', id: 'cv_1041' }],
    'correction.made': [{ type: 'correction.made' }],
    'conversion.refresh': [{ type: 'conversion.refresh' }],
    'conversion.close': [{ type: 'conversion.close' }],
    'lookback.change': [{ type: 'lookback.change', lookbackDays: 7 }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    readConversionDetail: [{ output: conversionDetail }, { error: missing }, { error: offline }],
    network: [],
    correction: [],
  },
};
