import type { funnelOverviewMachine } from '#machines/funnels/funnel-overview.ts';
import { archivedFunnel, draftFunnel, funnel, place } from '../../funnel-overview.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';

export const funnelOverviewPlan: Plan<typeof funnelOverviewMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place },
      { type: 'address.recalled', place: { ...place, range: 'last_7_days' } },
      { type: 'address.recalled', place: { ...place, slug: 'other' } },
    ],
    'list.read': [
      { type: 'list.read', rows: [funnel] },
      { type: 'list.read', rows: [draftFunnel] },
      { type: 'list.read', rows: [archivedFunnel] },
      { type: 'list.read', rows: [] },
    ],
    'range.choose': [{ type: 'range.choose', range: 'yesterday' }],
    'query.change': [
      { type: 'query.change', query: { ...query, project: 8 } },
      { type: 'query.change', query },
    ],
    'member.change': [{ type: 'member.change', member }],
  },
  sentences: {
    'address.recalled': 'Open the address of a funnel, or other days of it',
    'list.read': 'The funnel is read: published, a draft, archived, or unknown',
    'range.choose': 'Choose other days',
    'query.change': 'Choose another project, other affiliates or another time zone',
    'member.change': 'Let an owner change the role of the user',
  },
  answers: { address: [], funnel: [], report: [], versions: [], notes: [] },
};
