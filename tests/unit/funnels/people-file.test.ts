import { expect, it } from 'vitest';
import type { FunnelPerson } from '#contract/funnels/report.ts';
import { templates } from '#contract/funnels/templates.ts';
import { peopleFile } from '#server/funnels/report/people-file.ts';

const person: FunnelPerson = {
  person: 'v1',
  entered_at: '2026-11-20T10:00:00.000Z',
  furthest_step: 'landing',
  furthest_at: '2026-11-20T10:00:00.000Z',
  step_times: ['2026-11-20T10:00:00.000Z'],
  ...{ click_id: null, affid: null, channel: null, campaign_id: null, campaign: null },
  ...{ country: null, device: null, revenue: 0, converted: false, open: true },
};
const asked = {
  funnel: { name: 'Leads', slug: 'leads', version: 2 },
  scope: { name: 'Acme', slug: 'acme', affids: ['1001'] },
  question: { filters: [] },
  definition: { ...templates.lead_gen, exclusions: [] },
  period: { start: '2026-11-20', end: '2026-11-20' },
  timezone: 'UTC',
  asOf: new Date('2026-11-20T12:00:00.000Z'),
  places: 2,
};

it('says in a file of people that there are more', () => {
  const whole = peopleFile(asked, { people: [person], isCut: false });
  const cut = peopleFile(asked, { people: [person], isCut: true });
  expect(whole.name).toBe('leads-people-acme-2026-11-20');
  expect(whole.notes.map(([name]) => name)).not.toContain('Cut');
  expect(cut.name).toBe('leads-first-1-people-acme-2026-11-20');
  expect(cut.notes).toContainEqual(['Cut', 'The latest 1 people; there are more']);
});
