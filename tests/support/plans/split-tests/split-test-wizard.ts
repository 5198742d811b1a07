import type { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';
import { testPlace } from '../../split-tests/lines.ts';

export const splitTestWizardPlan: Plan<typeof splitTestWizardMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [{ type: 'address.recalled', place: testPlace }],
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
