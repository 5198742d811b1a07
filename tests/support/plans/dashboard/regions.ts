import type { regionsMachine } from '#machines/dashboard/regions.ts';
import type { Plan } from '../../paths.ts';
import { lastWeek, otherProject, question } from '../../samples.ts';

export const regionsPlan: Plan<typeof regionsMachine> = {
  inputs: [{ question }],
  events: {
    'query.change': [
      { type: 'query.change', question: lastWeek },
      { type: 'query.change', question: otherProject },
    ],
    'country.open': [{ type: 'country.open', country: 'US' }],
    'country.close': [{ type: 'country.close' }],
  },
  answers: { rows: [] },
};
