import type { connectionMachine } from '#machines/connection.ts';
import type { Plan } from '../paths.ts';
import { recorder } from '../recorder.ts';

const { parent } = recorder();

export const connectionPlan: Plan<typeof connectionMachine> = {
  inputs: [{ parent }],
  events: {
    'network.lost': [{ type: 'network.lost' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: { network: [] },
};
