import type { Definition, Step } from '#contract/funnels/definition.ts';
import type {
  CatalogEvent,
  DetectedFunnel,
  FunnelPreviewAnswer,
} from '#contract/funnels/discovery.ts';
import type { FunnelFigures, FunnelRow } from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { WizardDraft } from '#model/funnel-wizard.ts';
import type { FunnelPlace } from '#model/funnels.ts';

const stepOf = (slug: string, name: string, event: string): Step => ({
  slug,
  name,
  kind: 'custom',
  matcher: { any: [{ event, filters: [] }] },
  optional: false,
  window_minutes: null,
  page_url: null,
  expected_rate: null,
});

export const definition: Definition = {
  count_by: 'visitor',
  window_minutes: 10_080,
  steps: [
    {
      ...stepOf('landing', 'Landing', 'page_view'),
      matcher: {
        any: [
          {
            event: 'page_view',
            filters: [{ property: 'path', operator: 'equals', value: '/offer' }],
          },
        ],
      },
    },
    stepOf('checkout', 'Checkout', 'initiate_checkout'),
    stepOf('purchase', 'Purchase', 'purchase'),
  ],
  exclusions: [],
};

const stored = definition.steps.map((step, index) => ({
  ...step,
  id: `01STEP${index}`,
  version: 1,
}));

export const funnel: Funnel = {
  id: '01MAIN',
  project: 7,
  slug: 'main',
  name: 'Main offer',
  description: '',
  status: 'active',
  is_default: true,
  count_by: 'visitor',
  window_minutes: 10_080,
  steps: stored,
  exclusions: [],
  targets: { overall_rate: null, cpa: null },
  version: 4,
  published: { version: 2, at: '2026-11-10T12:00:00.000Z', definition },
  has_changes: false,
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-10T12:00:00.000Z',
};

const { published: _, ...unpublished } = funnel;
export const mainRow: FunnelRow = { ...unpublished, is_published: true };
export const draftRow: FunnelRow = {
  ...mainRow,
  id: '01DRAFT',
  slug: 'quiz',
  name: 'Quiz',
  status: 'draft',
  is_default: false,
  is_published: false,
  has_changes: true,
  updated_at: '2026-11-12T12:00:00.000Z',
};
export const pausedRow: FunnelRow = {
  ...mainRow,
  id: '01PAUSED',
  slug: 'summer',
  name: 'Summer',
  status: 'paused',
  is_default: false,
  updated_at: '2026-10-12T12:00:00.000Z',
};

const healthy = {
  state: 'ok' as const,
  since: null,
  seen: 40,
  expected: 42,
  checked_at: '2026-11-20T20:00:00.000Z',
};

export const figures: FunnelFigures = {
  slug: 'main',
  currency: 'USD',
  totals: {
    entered: 10_000,
    converted: 540,
    rate: 0.054,
    excluded: 3,
    open: 870,
    revenue: 34_560,
    cost: 4_200,
    epc: 3.456,
    cpa: 7.78,
    roas: 8.23,
  },
  previous_rate: 0.049,
  trend: [
    { day: '2026-11-18', rate: 0.051, open: 0 },
    { day: '2026-11-19', rate: 0.056, open: 0 },
    { day: '2026-11-20', rate: 0.032, open: 90 },
  ],
  worst_step: { slug: 'checkout', name: 'Checkout', rate: 0.21, change: -0.06 },
  health: [
    { slug: 'landing', name: 'Landing', ...healthy },
    {
      slug: 'checkout',
      name: 'Checkout',
      state: 'silent',
      since: '2026-11-20T19:00:00.000Z',
      seen: 0,
      expected: 31,
      checked_at: '2026-11-20T20:00:00.000Z',
    },
    { slug: 'purchase', name: 'Purchase', ...healthy },
  ],
};

export const listPlace: FunnelPlace = {
  slug: null,
  childSlug: null,
  range: 'last_30_days',
  tab: '',
  params: {},
};

export const detected: DetectedFunnel = {
  name: 'Landing /offer to purchase',
  people: 1_204,
  converted: 63,
  definition,
};

export const catalog: CatalogEvent[] = [
  {
    event: 'page_view',
    events: 12_400,
    last_seen_at: '2026-11-20T20:10:00.000Z',
    properties: [
      {
        property: 'path',
        values: [
          { value: '/offer', events: 8_000 },
          { value: '/checkout', events: 2_100 },
        ],
      },
    ],
  },
  {
    event: 'initiate_checkout',
    events: 2_050,
    last_seen_at: '2026-11-20T20:09:00.000Z',
    properties: [],
  },
  { event: 'purchase', events: 540, last_seen_at: '2026-11-20T20:00:00.000Z', properties: [] },
];

export const preview: FunnelPreviewAnswer = {
  sampled: false,
  days: 7,
  steps: definition.steps.map(({ slug }, index) => ({
    slug,
    events: 3_000 / (index + 1),
    people: 2_000 / (index + 1),
    reached: [2_000, 420, 90][index] ?? 0,
    last_seen_at: '2026-11-20T20:10:00.000Z',
    sample: [],
  })),
  excluded: 0,
  rate: 0.045,
  rate_before: null,
  warnings: [],
};

export const newDraft: WizardDraft = {
  name: 'Main offer',
  slug: 'main-offer',
  hasOwnSlug: false,
  definition,
};
