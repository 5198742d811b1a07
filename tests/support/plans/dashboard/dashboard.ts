import type { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import type { Plan } from '../../paths.ts';
import {
  definitions,
  lastWeek,
  member,
  offline,
  otherProject,
  screenInput,
} from '../../samples.ts';

export const dashboardPlan: Plan<typeof dashboardMachine> = {
  inputs: [screenInput],
  events: {
    'query.change': [
      { type: 'query.change', query: lastWeek },
      { type: 'query.change', query: otherProject },
    ],
    'member.change': [{ type: 'member.change', member }],
    'project.silent': [{ type: 'project.silent' }],
    'events.arrived': [{ type: 'events.arrived' }],
  },
  answers: {
    filling: [],
    arrivals: [],
    totals: [],
    clicks: [],
    graph: [],
    annotations: [],
    breakdown: [],
    countries: [],
    states: [],
    revenue: [],
    months: [],
    funnel: [],
    payments: [],
    allPayments: [],
    figureRows: [],
    readDefinitions: [{ output: definitions }, { error: offline }],
  },
};
