import type { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import type { Plan } from '../../paths.ts';
import { definitions, lastWeek, offline, otherProject, question } from '../../samples.ts';

export const dashboardPlan: Plan<typeof dashboardMachine> = {
  inputs: [{ question, isGrowing: false }],
  events: {
    'query.change': [
      { type: 'query.change', question: lastWeek },
      { type: 'query.change', question: otherProject },
    ],
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
