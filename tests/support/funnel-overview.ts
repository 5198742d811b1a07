import type { Definition, Step } from '#contract/funnels/definition.ts';
import type { FunnelReport, ReportStep, StepHealth } from '#contract/funnels/report.ts';
import type { Funnel, FunnelVersion } from '#contract/funnels/schemas.ts';
import type { FunnelNote, FunnelScope } from '#model/funnel-overview.ts';
import type { FunnelPlace } from '#model/funnels.ts';

export const scope: FunnelScope = { project: 7, slug: 'main-offer' };

export const place: FunnelPlace = {
  slug: 'main-offer',
  childSlug: null,
  range: 'last_30_days',
  tab: '',
  params: {},
};

const stepOf = (slug: string, name: string, kind: Step['kind'], event: string): Step => ({
  slug,
  name,
  kind,
  matcher: { any: [{ event, filters: [] }] },
  optional: false,
  window_minutes: null,
  page_url: null,
  expected_rate: null,
});

export const landing: Step = {
  ...stepOf('landing', 'Landing', 'landing', 'page_view'),
  matcher: {
    any: [
      {
        event: 'page_view',
        filters: [
          { property: 'path', operator: 'equals', value: '/offer' },
          { property: 'country', operator: 'in', values: ['US', 'CA'] },
          { property: 'affid', operator: 'is_set' },
        ],
      },
    ],
  },
  page_url: 'https://shop.test/offer',
};
export const checkout = stepOf('checkout', 'Checkout', 'checkout', 'initiate_checkout');
export const bump: Step = {
  ...stepOf('bump', 'Order bump', 'upsell', 'add_to_cart'),
  optional: true,
  window_minutes: 90,
};
export const purchase = stepOf('purchase', 'Purchase', 'order', 'purchase');

export const definition: Definition = {
  count_by: 'visitor',
  window_minutes: 10_080,
  steps: [landing, checkout, bump, purchase],
  exclusions: [],
};

export const funnel: Funnel = {
  id: '01JFUNNEL0000000000000000A',
  project: 7,
  slug: 'main-offer',
  name: 'Main offer',
  description: 'From the advertorial to the order.',
  status: 'active',
  is_default: false,
  count_by: 'visitor',
  window_minutes: 10_080,
  steps: definition.steps.map((step, index) => ({
    ...step,
    id: `01JSTEP0000000000000000${index}`,
    version: 1,
  })),
  exclusions: [],
  targets: { overall_rate: null, cpa: null },
  version: 4,
  published: { version: 2, at: '2026-11-18T15:00:00.000Z', definition },
  has_changes: false,
  created_at: '2026-11-01T15:00:00.000Z',
  updated_at: '2026-11-18T15:00:00.000Z',
};
export const draftFunnel: Funnel = { ...funnel, status: 'draft', published: null };
export const archivedFunnel: Funnel = { ...funnel, status: 'archived' };

const health: StepHealth = {
  state: 'ok',
  since: null,
  seen: 40,
  expected: 38.2,
  checked_at: '2026-11-20T20:00:00.000Z',
};

const counted = (step: Step, figures: Partial<ReportStep>): ReportStep => ({
  slug: step.slug,
  name: step.name,
  kind: step.kind,
  optional: step.optional,
  reached: 0,
  step_rate: null,
  overall_rate: null,
  interval: null,
  dropped: 0,
  median_ms: null,
  p90_ms: null,
  cost_per_person: null,
  value_per_person: null,
  revenue_at_stake: null,
  last_event_at: '2026-11-20T20:13:00.000Z',
  health,
  ...figures,
});

export const report: FunnelReport = {
  funnel: { slug: 'main-offer', name: 'Main offer', version: 2 },
  count_by: 'visitor',
  currency: 'USD',
  window_minutes: 10_080,
  period: { start: '2026-10-22', end: '2026-11-20', timezone: 'America/New_York' },
  as_of: '2026-11-20T20:14:00.000Z',
  steps: [
    counted(landing, { reached: 10_000, overall_rate: 1 }),
    counted(checkout, {
      reached: 4_200,
      step_rate: 0.42,
      overall_rate: 0.42,
      dropped: 5_800,
      median_ms: 94_000,
      last_event_at: null,
      health: { ...health, state: 'silent', since: '2026-11-20T11:00:00.000Z', seen: 0 },
    }),
    counted(bump, { reached: 120, step_rate: 0.0286, overall_rate: 0.012, dropped: 4_080 }),
    counted(purchase, { reached: 540, step_rate: 0.1286, overall_rate: 0.054, dropped: 3_660 }),
  ],
  totals: {
    entered: 10_000,
    converted: 540,
    rate: 0.054,
    excluded: 12,
    open: 870,
    revenue: 34_560,
    cost: null,
    epc: 3.456,
    cpa: null,
    roas: null,
  },
  breakdown: null,
  compared: null,
};

export const versions: FunnelVersion[] = [
  {
    version: 2,
    published_at: '2026-11-18T15:00:00.000Z',
    published_by: 'Ana Ruiz',
    definition,
  },
  {
    version: 1,
    published_at: '2026-11-02T15:00:00.000Z',
    published_by: null,
    definition: { ...definition, window_minutes: 1_440, steps: [landing, checkout, purchase] },
  },
];

export const notes: FunnelNote[] = [
  {
    id: '2',
    at: '2026-11-19T15:00:00.000Z',
    text: 'New headline',
    auto: false,
    funnel: scope,
  },
  {
    id: '1',
    at: '2026-11-18T15:00:00.000Z',
    text: 'Version 2 was published.',
    auto: true,
    funnel: scope,
  },
];
