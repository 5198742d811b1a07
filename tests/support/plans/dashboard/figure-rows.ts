import type { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { figurePage, lastRows, noRows, ratio } from '../../figures.ts';
import type { Plan } from '../../paths.ts';
import { lastWeek, offline, question } from '../../samples.ts';

const revenue = { name: 'revenue', cell: [{ grouping: 'campaign_id', key: '238401' }] } as const;
const part = { name: 'server_revenue', cell: [] };

export const figureRowsPlan: Plan<typeof figureRowsMachine> = {
  inputs: [{ question }],
  events: {
    'figure.open': [{ type: 'figure.open', figure: revenue }],
    'part.open': [{ type: 'part.open', figure: part }],
    'part.close': [{ type: 'part.close' }],
    'figure.close': [{ type: 'figure.close' }],
    'rows.more': [{ type: 'rows.more' }],
    'network.returned': [{ type: 'network.returned' }],
    retry: [{ type: 'retry' }],
    'query.change': [{ type: 'query.change', question: lastWeek }],
  },
  answers: {
    link: [],
    network: [],
    readFigure: [{ output: figurePage }, { output: ratio }, { output: noRows }, { error: offline }],
    readMore: [{ output: lastRows }, { error: offline }],
  },
};
