import type { selectionMachine } from '#machines/selection/selection.ts';
import type { Plan } from '../../paths.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';

/** 15:14 on 20 November 2026 in New York. */
export const now = Date.parse('2026-11-20T20:14:00Z');

const { parent } = recordingParent();

const { token: _, projects: _p, affiliates: _a, timezone: _t, ...details } = member;
const user = { ...details, currentProject: 7, currentAffiliate: 3, chosenAffiliates: [3] };

export const selectionPlan: Plan<typeof selectionMachine> = {
  inputs: [
    { member, facts: {}, parent },
    { member, facts: { user }, parent },
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
    'comparison.switch': [{ type: 'comparison.switch' }],
    'comparedPeriod.choose': [
      { type: 'comparedPeriod.choose', period: { start: '2026-11-02', end: '2026-11-04' } },
    ],
    'browserConversions.set': [{ type: 'browserConversions.set', on: true }],
    'uniqueConversions.set': [{ type: 'uniqueConversions.set', on: false }],
    'model.choose': [{ type: 'model.choose', model: 'linear' }],
    'lookback.choose': [{ type: 'lookback.choose', days: 7 }],
    'clock.choose': [{ type: 'clock.choose', clock: 'click' }],
    'asOf.clear': [{ type: 'asOf.clear' }],
    'filter.choose': [{ type: 'filter.choose', group: 'utm_source', values: ['facebook'] }],
    'filters.clear': [{ type: 'filters.clear' }],
    'filters.restore': [{ type: 'filters.restore' }],
    'sidebarRight.set': [{ type: 'sidebarRight.set', on: true }],
    'view.open': [
      { type: 'view.open', opening: { project: 7, affiliates: [4], timezone: 'UTC' } },
      { type: 'view.open', opening: { project: 8, timezone: 'UTC' } },
    ],
    'page.changed': [{ type: 'page.changed' }],
    'member.change': [
      { type: 'member.change', member: { ...member, timezone: 'UTC' } },
      { type: 'member.change', member: { ...member, projects: [], affiliates: [] } },
    ],
  },
  answers: { clock: [], address: [] },
};
