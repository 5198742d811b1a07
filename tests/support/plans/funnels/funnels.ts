import type { funnelsMachine } from '#machines/funnels/funnels.ts';
import { draftRow, figures, listPlace, mainRow, pausedRow } from '../../funnels.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query } from '../../samples.ts';

export const funnelsPlan: Plan<typeof funnelsMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: listPlace },
      { type: 'address.recalled', place: { ...listPlace, range: 'last_7_days' } },
    ],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query: { ...query, timezone: 'UTC' } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
    'list.read': [{ type: 'list.read', rows: [mainRow, draftRow, pausedRow] }],
    'figures.arrived': [{ type: 'figures.arrived', slug: 'main', figures }],
    'figures.failed': [{ type: 'figures.failed', slug: 'main', problem: offline }],
    'figures.finished': [{ type: 'figures.finished' }],
    'figures.retry': [{ type: 'figures.retry', slug: 'main' }],
    'range.choose': [{ type: 'range.choose', range: 'last_14_days' }],
    'search.change': [
      { type: 'search.change', text: 'main' },
      { type: 'search.change', text: '' },
    ],
    'order.choose': [{ type: 'order.choose', order: '-rate' }],
  },
  sentences: {
    'address.recalled': 'Open the address of the list, or of its days',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
    'list.read': 'The list of funnels is read',
    'figures.arrived': 'The figures of a funnel arrive',
    'figures.failed': 'The figures of a funnel cannot be read',
    'figures.finished': 'All figures have been read',
    'figures.retry': 'Choose Retry in the row',
    'range.choose': 'Choose other days',
    'search.change': 'Enter a part of a name',
    'order.choose': 'Choose a column to sort by',
  },
  answers: { address: [], list: [], readFigures: [] },
};
