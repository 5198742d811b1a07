import type { selectionMachine } from '#machines/selection.ts';
import type { Plan } from '../paths.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';

/** 15:14 on 20 November 2026 in New York. */
export const now = Date.parse('2026-11-20T20:14:00Z');

const { parent } = recorder();

export const selectionPlan: Plan<typeof selectionMachine> = {
  inputs: [
    { member, facts: {}, parent },
    { member, facts: { chosenAffiliates: [3] }, parent },
    { member: { ...member, projects: [], affiliates: [] }, facts: {}, parent },
  ],
  events: {
    'clock.tick': [{ type: 'clock.tick', now }],
    'project.choose': [{ type: 'project.choose', project: 8 }],
    'affiliates.choose': [
      { type: 'affiliates.choose', affiliates: [4] },
      { type: 'affiliates.choose', affiliates: [3, 4] },
    ],
    'range.choose': [
      { type: 'range.choose', range: 'last_7_days' },
      { type: 'range.choose', range: { start: '2026-11-01', end: '2026-11-03' } },
    ],
    'timezone.choose': [
      { type: 'timezone.choose', timezone: 'US/Central' },
      { type: 'timezone.choose', timezone: 'Default' },
    ],
    'comparison.choose': [{ type: 'comparison.choose', comparison: 'last_year' }],
    'browserConversions.set': [{ type: 'browserConversions.set', on: true }],
    'uniqueConversions.set': [{ type: 'uniqueConversions.set', on: false }],
    'filters.clear': [{ type: 'filters.clear' }],
    'page.changed': [{ type: 'page.changed' }],
  },
  answers: { clock: [] },
};
