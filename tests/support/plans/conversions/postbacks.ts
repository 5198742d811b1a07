import type { postbacksMachine } from '#machines/conversions/postbacks.ts';
import type { Plan } from '../../paths.ts';
import { postback, refusedPostback } from '../../postbacks.ts';
import { offline, query } from '../../samples.ts';

export const postbacksPlan: Plan<typeof postbacksMachine> = {
  inputs: [{ query }],
  events: {
    'query.change': [{ type: 'query.change', query: { ...query, project: 8 } }],
    'result.choose': [{ type: 'result.choose', result: 'unknown_click' }],
    'search.change': [{ type: 'search.change', search: 'ck_7' }],
    'postbacks.refresh': [{ type: 'postbacks.refresh' }],
    'log.more': [{ type: 'log.more' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  answers: {
    network: [],
    readPostbacks: [
      { output: { rows: [postback, refusedPostback], next: '1.60' } },
      { output: { rows: [], next: null } },
      { error: offline },
    ],
  },
};
