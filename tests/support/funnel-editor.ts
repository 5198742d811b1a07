import type { EventCatalog, FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { Problem } from '#contract/problem.ts';
import { definition, funnel } from './funnel-overview.ts';

export const catalog: EventCatalog = [
  {
    event: 'page_view',
    events: 12_000,
    last_seen_at: '2026-11-20T20:13:00.000Z',
    properties: [{ property: 'path', values: [{ value: '/offer', events: 9_000 }] }],
  },
  {
    event: 'upsell',
    events: 80,
    last_seen_at: '2026-11-20T19:00:00.000Z',
    properties: [],
  },
];

export const preview: FunnelPreviewAnswer = {
  sampled: false,
  days: 7,
  steps: definition.steps.map(({ slug }, index) => ({
    slug,
    events: 900 - index,
    people: 800 - index,
    reached: 700 - index,
    last_seen_at: '2026-11-20T20:13:00.000Z',
    sample: [],
  })),
  excluded: 0,
  rate: 0.051,
  rate_before: 0.054,
  warnings: [{ step: 'bump', message: 'No event of “Order bump” came in the last 7 days.' }],
};

/** A stored draft that differs from what is published. */
export const changedFunnel = {
  ...funnel,
  version: 5,
  has_changes: true,
  window_minutes: 1_440,
};

export const conflict: Problem = {
  kind: 'conflict',
  message: 'Someone else changed this meanwhile. Compare both and save again.',
};
