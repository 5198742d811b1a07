import type { funnelPeopleMachine } from '#machines/funnels/funnel-people.ts';
import type { PeopleQuestion } from '#model/funnel-dashboard.ts';
import type { Plan } from '../../paths.ts';

export const peopleQuestion: PeopleQuestion = {
  slug: 'vsl-main',
  project: 7,
  currency: 'USD',
  affiliates: [],
  timezone: 'America/New_York',
  range: 'last_30_days',
  filters: [],
  breakdown: null,
  step: 'checkout',
  outcome: 'dropped',
};

export const funnelPeoplePlan: Plan<typeof funnelPeopleMachine> = {
  inputs: [{ question: null }, { question: peopleQuestion }],
  events: {
    'people.show': [
      { type: 'people.show', question: peopleQuestion },
      { type: 'people.show', question: { ...peopleQuestion, outcome: 'reached' } },
      { type: 'people.show', question: null },
    ],
    'people.refresh': [{ type: 'people.refresh' }],
  },
  sentences: {
    'people.show': 'Open the people behind a figure, or close them',
    'people.refresh': 'Press Refresh on the dashboard',
  },
  answers: { list: [], saving: [] },
};
