import type { pixelTrialMachine } from '#machines/event-pixels/pixel-trial.ts';
import {
  lateTest,
  partner,
  passedTest,
  platform,
  refusedTest,
  warnedTest,
} from '../../event-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const pixelTrialPlan: Plan<typeof pixelTrialMachine> = {
  events: {
    'pixel.open': [
      { type: 'pixel.open', id: partner.id },
      { type: 'pixel.open', id: platform.id },
    ],
    'pixel.close': [{ type: 'pixel.close' }],
    'trial.send': [{ type: 'trial.send', code: null, version: partner.updated_at }],
  },
  answers: {
    sendTest: [
      { output: passedTest },
      { output: warnedTest },
      { output: refusedTest },
      { output: lateTest },
      { error: offline },
    ],
  },
};
