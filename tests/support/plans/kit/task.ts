import type { verifyChainMachine } from '#machines/settings/settings-lists.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

/** A task like the verification of the audit log. */
export const taskPlan: Plan<typeof verifyChainMachine> = {
  events: {
    'task.start': [{ type: 'task.start', asked: { project: 7 } }],
    'task.cancel': [{ type: 'task.cancel' }],
    'task.dismiss': [{ type: 'task.dismiss' }],
  },
  sentences: {
    'task.start': 'Start the task',
    'task.cancel': 'Cancel the task while it runs',
    'task.dismiss': 'Dismiss the result of the task',
  },
  answers: {
    runTask: [
      { output: { holds: true, checked: 412, broken_at: null } },
      { output: { holds: false, checked: 412, broken_at: 61 } },
      { error: offline },
    ],
  },
};
