import type { documentMachine } from '#machines/auth/document.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

export const documentPlan: Plan<typeof documentMachine> = {
  inputs: [{ name: 'policy' }],
  events: { retry: [{ type: 'retry' }] },
  answers: {
    readDocument: [{ output: { name: 'policy', text: '# Our policy' } }, { error: offline }],
  },
};
