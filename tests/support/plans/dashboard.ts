import type { dashboardMachine } from '#machines/dashboard.ts';
import type { Plan } from '../paths.ts';
import { lastWeek, question } from '../samples.ts';

export const dashboardPlan: Plan<typeof dashboardMachine> = {
  inputs: [{ question }],
  events: { 'query.change': [{ type: 'query.change', question: lastWeek }] },
  answers: { totals: [], clicks: [], graph: [], breakdown: [] },
};
