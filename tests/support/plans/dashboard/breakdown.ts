import type { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { isEstimateNeeded, showsSpent } from '#machines/dashboard/breakdown-model.ts';
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
    'spent.set': [{ type: 'spent.set', on: true }],
    'estimate.set': [{ type: 'estimate.set', on: false }],
    'spentPage.choose': [{ type: 'spentPage.choose', page: 2 }],
    'page.choose': [{ type: 'page.choose', page: 2 }],
  },
  isPossible: ({ type }, { context }) => {
    const { pageSize, page, spentPage, find } = context;
    const hasPages = pageSize !== 'all' && find === '';
    if (type === 'page.choose') return hasPages && page === 1;
    if (type === 'estimate.set') return context.isEstimating && isEstimateNeeded(context);
    if (type === 'spent.set') return !showsSpent(context);
    return type !== 'spentPage.choose' || (hasPages && spentPage === 1 && showsSpent(context));
  },
  answers: { recallTable: [], rows: [] },
};
