import type { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import type { Plan } from '../../paths.ts';
import { lastWeek, otherProject, question } from '../../samples.ts';

const country = { grouping: 'country', key: 'US', label: 'United States' } as const;

export const breakdownPlan: Plan<typeof breakdownMachine> = {
  inputs: [{ question }],
  events: {
    'table.recalled': [
      { type: 'table.recalled', opening: {}, columns: undefined },
      {
        type: 'table.recalled',
        opening: { grouping: 'device', path: [country] },
        columns: ['clicks', 'revenue'],
      },
    ],
    'query.change': [
      { type: 'query.change', question: lastWeek },
      { type: 'query.change', question: otherProject },
    ],
    'row.open': [
      { type: 'row.open', key: '238401', label: 'BF prospecting', grouping: 'adset_id' },
    ],
    'level.open': [{ type: 'level.open', depth: 0 }],
    'level.up': [{ type: 'level.up' }],
    'grouping.choose': [{ type: 'grouping.choose', grouping: 'utm_source' }],
    'earning.set': [{ type: 'earning.set', on: false }],
    'sort.choose': [{ type: 'sort.choose', sort: 'clicks' }],
    'columns.choose': [{ type: 'columns.choose', columns: ['clicks', 'revenue', 'settled'] }],
    'find.change': [{ type: 'find.change', text: 'Campaign' }],
    'pageSize.choose': [{ type: 'pageSize.choose', pageSize: 'all' }],
    'page.choose': [{ type: 'page.choose', page: 2 }],
  },
  isPossible: ({ type }, { context: { pageSize, page, find } }) =>
    type !== 'page.choose' || (pageSize !== 'all' && page === 1 && find === ''),
  answers: { recallTable: [], rows: [] },
};
