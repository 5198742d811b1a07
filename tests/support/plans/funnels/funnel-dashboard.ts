import type { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { dashboardPlace, draftFunnel, publishedFunnel } from '../../funnel-report.ts';
import type { Plan } from '../../paths.ts';
import { member, offline, query, screenInput } from '../../samples.ts';

export const funnelDashboardPlan: Plan<typeof funnelDashboardMachine> = {
  inputs: [screenInput],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: dashboardPlace },
      { type: 'address.recalled', place: { ...dashboardPlace, params: { by: 'country' } } },
      { type: 'address.recalled', place: { ...dashboardPlace, tab: 'trend' } },
      { type: 'address.recalled', place: { ...dashboardPlace, tab: 'time' } },
      { type: 'address.recalled', place: { ...dashboardPlace, tab: 'opportunities' } },
      { type: 'address.recalled', place: { ...dashboardPlace, slug: 'quiz' } },
    ],
    'view.change': [
      { type: 'view.change', change: { compare: 'previous' } },
      { type: 'view.change', change: { range: 'last_7_days' } },
    ],
    'figures.refresh': [{ type: 'figures.refresh' }],
    'query.change': [
      { type: 'query.change', query },
      { type: 'query.change', query: { ...query, affiliates: [{ id: 3, affid: '42' }] } },
      { type: 'query.change', query: { ...query, project: 8 } },
    ],
    'member.change': [{ type: 'member.change', member }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  sentences: {
    'address.recalled': 'Open a funnel or one of its tabs',
    'view.change': 'Choose other days, a comparison, a breakdown or a filter',
    'figures.refresh': 'Press Refresh',
    'query.change': 'Choose another project or other affiliates',
    'member.change': 'Get another role in the project',
    retry: 'Press Retry',
    'network.returned': 'Get the network back',
  },
  answers: {
    address: [],
    network: [],
    readFunnel: [
      { output: publishedFunnel },
      { output: draftFunnel },
      { error: { kind: 'missing', message: 'There is no funnel “vsl-main”.' } },
      { error: offline },
    ],
    report: [],
    opportunities: [],
    people: [],
    trend: [],
    time: [],
  },
};
