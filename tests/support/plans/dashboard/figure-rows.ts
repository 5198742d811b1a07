import type { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import type { Plan } from '../../paths.ts';
import { lastWeek, question } from '../../samples.ts';

const revenue = { name: 'revenue', cell: [{ grouping: 'campaign_id', key: '238401' }] } as const;
const part = { name: 'server_revenue', cell: [] };

export const figureRowsPlan: Plan<typeof figureRowsMachine> = {
  inputs: [{ question }],
  events: {
    'figure.open': [{ type: 'figure.open', figure: revenue }],
    'part.open': [{ type: 'part.open', figure: part }],
    'part.close': [{ type: 'part.close' }],
    'figure.close': [{ type: 'figure.close' }],
    'query.change': [{ type: 'query.change', question: lastWeek }],
  },
  sentences: {
    'figure.open': 'Open a figure of the dashboard',
    'part.open': 'Open a figure from which the open figure is computed',
    'part.close': 'Go back to the figure before',
    'figure.close': 'Close the figure',
    'query.change': 'Choose another period or other filters',
  },
  answers: {
    link: [],
    list: [],
  },
};
