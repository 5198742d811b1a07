import type { searchMachine } from '#machines/app/search.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { searchAnswer } from '../../search.ts';

export const searchPlan: Plan<typeof searchMachine> = {
  events: {
    'text.change': [
      { type: 'text.change', text: '409182', project: 7 },
      { type: 'text.change', text: '4', project: 7 },
    ],
    'search.close': [{ type: 'search.close' }],
    retry: [{ type: 'retry' }],
  },
  answers: {
    searchProject: [
      { output: searchAnswer },
      { output: { conversions: [], campaigns: [] } },
      { error: offline },
    ],
  },
  sentences: {
    'text.change': 'Type into the palette',
    'search.close': 'Close the palette',
    retry: 'Search again after a failure',
  },
};
