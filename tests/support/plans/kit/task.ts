import type { verifyChainMachine } from '#machines/settings/audit-log.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';

/** A task like the verification of the audit log. */
export const taskPlan: Plan<typeof verifyChainMachine> = {
  events: {
    'task.start': [{ type: 'task.start', request: { project: 7 } }],
    'task.cancel': [{ type: 'task.cancel' }],
    'task.dismiss': [{ type: 'task.dismiss' }],
  },
  sentences: {
    'task.start': 'Press the button that starts the task',
    'task.cancel': 'Press Stop while the task is running',
    'task.dismiss': 'Press Dismiss at the result of the task',
  },
  answers: {
    runTask: [
      { output: { holds: true, checked: 412, broken_at: null } },
      { output: { holds: false, checked: 412, broken_at: 61 } },
      { error: offline },
    ],
  },
};
