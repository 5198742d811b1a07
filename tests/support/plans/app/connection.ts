import type { Problem } from '#contract/problem.ts';
import type { connectionMachine } from '#machines/app/connection.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';

const unanswered: Problem = { kind: 'offline', message: 'The server did not answer.' };
const { parent } = recordingParent();

export const connectionPlan: Plan<typeof connectionMachine> = {
  inputs: [{ parent }],
  events: {
    'network.lost': [{ type: 'network.lost' }],
    'network.returned': [{ type: 'network.returned' }],
    'server.missed': [{ type: 'server.missed' }],
    'server.answered': [{ type: 'server.answered' }],
    'server.returned': [{ type: 'server.returned' }],
  },
  answers: { network: [], server: [], pingServer: [{ output: undefined }, { error: unanswered }] },
};
