import type { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';
import { testPlace } from '../../split-tests/lines.ts';

export const splitTestDetailPlan: Plan<typeof splitTestDetailMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [{ type: 'address.recalled', place: { ...testPlace, id: '01K9A' } }],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
  },
  sentences: {
    'address.recalled': 'Open the address of the screen',
    'query.change': 'Choose another project',
    'member.change': 'Let an owner change the role of the user',
  },
  answers: { address: [] },
};
