import type { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import type { Plan } from '../../paths.ts';
import { lastWeek, question } from '../../samples.ts';

export const weekdayHoursPlan: Plan<typeof weekdayHoursMachine> = {
  inputs: [{ question }],
  events: {
    'query.change': [{ type: 'query.change', question: lastWeek }],
    'panel.open': [{ type: 'panel.open' }],
    'measure.choose': [{ type: 'measure.choose', measure: 'clicks' }],
  },
  answers: { rows: [] },
};
