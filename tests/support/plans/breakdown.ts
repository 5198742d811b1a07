import type { breakdownMachine } from '#machines/breakdown.ts';
import type { Plan } from '../paths.ts';
import { lastWeek, otherProject, question } from '../samples.ts';

export const breakdownPlan: Plan<typeof breakdownMachine> = {
  inputs: [{ question }],
  events: {
    'query.change': [
      { type: 'query.change', question: lastWeek },
      { type: 'query.change', question: otherProject },
    ],
    'row.open': [{ type: 'row.open', key: '238401', label: 'BF prospecting' }],
    'campaigns.open': [{ type: 'campaigns.open' }],
    'adSets.open': [{ type: 'adSets.open' }],
    'sort.choose': [{ type: 'sort.choose', sort: 'clicks' }],
    'pageSize.choose': [{ type: 'pageSize.choose', pageSize: 'all' }],
    'page.choose': [{ type: 'page.choose', page: 2 }],
  },
  answers: { rows: [] },
};
