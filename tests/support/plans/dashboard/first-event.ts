import type { firstEventMachine } from '#machines/dashboard/first-event.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { lastWeek, offline, otherProject, question } from '../../samples.ts';

const { parent } = recordingParent<{ type: 'events.missing' } | { type: 'events.arrived' }>();

export const firstEventPlan: Plan<typeof firstEventMachine> = {
  inputs: [{ question, parent }],
  events: {
    'query.change': [
      { type: 'query.change', question: otherProject },
      { type: 'query.change', question: lastWeek },
    ],
  },
  answers: {
    readProjectHistory: [{ output: true }, { output: false }, { error: offline }],
    readFirstEvents: [
      { output: { received: 0, collectKey: 'ck_ab' } },
      { output: { received: 3, collectKey: 'ck_ab' } },
      { error: offline },
    ],
  },
};
