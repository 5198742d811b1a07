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
    'events.missing': [{ type: 'events.missing' }],
    'events.arrived': [{ type: 'events.arrived' }],
  },
  answers: {
    demoBackfill: [],
    firstEvent: [],
    totals: [],
    clicks: [],
    graph: [],
    annotations: [],
    breakdown: [],
    countries: [],
    states: [],
    weekdayHours: [],
    revenue: [],
    months: [],
    funnel: [],
    payments: [],
    allPayments: [],
    figureRows: [],
    readDefinitions: [{ output: definitions }, { error: offline }],
  },
};
