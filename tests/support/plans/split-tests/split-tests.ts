import type { splitTestsMachine } from '#machines/split-tests/split-tests.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';
import { testPlace } from '../../split-tests/lines.ts';

export const splitTestsPlan: Plan<typeof splitTestsMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: testPlace },
      { type: 'address.recalled', place: { ...testPlace, tab: 'drafts' } },
      { type: 'address.recalled', place: { ...testPlace, tab: 'learnings' } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
    'params.change': [
      { type: 'params.change', params: { find: 'video' } },
      { type: 'params.change', params: { find: '' } },
    ],
  },
  sentences: {
    'address.recalled': 'Open the address of the screen',
    'query.change': 'Choose another project',
    'member.change': 'Let an owner change the role of the user',
    'params.change': 'Search or filter the list',
  },
  answers: { address: [], list: [] },
};
