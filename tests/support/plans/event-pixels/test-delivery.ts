import type { testDeliveryMachine } from '#machines/event-pixels/test-delivery.ts';
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

export const testDeliveryPlan: Plan<typeof testDeliveryMachine> = {
  events: {
    'pixel.open': [
      { type: 'pixel.open', id: partner.id },
      { type: 'pixel.open', id: platform.id },
    ],
    'pixel.close': [{ type: 'pixel.close' }],
    'test.send': [{ type: 'test.send', code: null, version: partner.updated_at }],
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
