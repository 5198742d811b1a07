import type { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { executed, neverExecuted } from '../../master-pixels.ts';
import type { Plan } from '../../paths.ts';
import { offline, query } from '../../samples.ts';

export const pixelExecutedPlan: Plan<typeof pixelExecutedMachine> = {
  inputs: [{ query }],
  events: {
    'affiliate.choose': [{ type: 'affiliate.choose', affid: '1001' }],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    readExecuted: [{ output: executed }, { output: neverExecuted }, { error: offline }],
    network: [],
  },
};
