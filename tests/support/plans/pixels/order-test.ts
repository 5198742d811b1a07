import type { orderTestMachine } from '#machines/pixels/order-test.ts';
import { broken, passed } from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const orderTestPlan: Plan<typeof orderTestMachine> = {
  events: {
    'test.run': [{ type: 'test.run', case: { affiliate: 3, event: 5 } }],
    'test.cancel': [{ type: 'test.cancel' }],
    'test.clear': [{ type: 'test.clear' }],
    retry: [{ type: 'retry' }],
  },
  answers: { runTest: [{ output: passed }, { output: broken }, { error: offline }] },
};
