import type { Step } from '#contract/funnels/definition.ts';
import type {
  FunnelReport,
  FunnelTotals,
  FunnelTrend,
  Opportunities,
  ReportStep,
  StepHealth,
  TimeToConvert,
} from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelView, PeoplePage, PersonRow } from '#model/funnel-dashboard.ts';
import type { FunnelPlace } from '#model/funnels.ts';

const stepOf = (slug: string, name: string, optional = false): Step => ({
  slug,
  name,
  kind: 'custom',
  matcher: { any: [{ event: slug, filters: [] }] },
  optional,
  window_minutes: null,
  page_url: null,
  expected_rate: null,
});
const steps = [
  stepOf('lander', 'Lander'),
  stepOf('video', 'Video', true),
  stepOf('checkout', 'Checkout'),
  stepOf('purchase', 'Purchase'),
];

export const publishedFunnel: Funnel = {
  id: '01JD0000000000000000000001',
  project: 7,
  slug: 'vsl-main',
  name: 'Sales letter',
  description: '',
  status: 'active',
  is_default: true,
  count_by: 'visitor',
  window_minutes: 10_080,
  steps: steps.map((step, index) => ({ ...step, id: `step-${index}`, version: 1 })),
  exclusions: [],
  targets: { overall_rate: null, cpa: null },
  version: 4,
  published: {
    version: 1,
    at: '2026-11-01T10:00:00.000Z',
    definition: { count_by: 'visitor', window_minutes: 10_080, steps, exclusions: [] },
  },
  has_changes: false,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
};
export const draftFunnel: Funnel = { ...publishedFunnel, status: 'draft', published: null };

const healthy: StepHealth = {
  state: 'ok',
  since: null,
  seen: 40,
  expected: 41,
  checked_at: '2026-11-20T20:00:00.000Z',
};
export const silentHealth: StepHealth = {
  ...healthy,
  state: 'silent',
  since: '2026-11-20T19:00:00.000Z',
  seen: 0,
};

const stepFigures = (
  { slug, name, kind, optional }: Step,
  figures: Partial<ReportStep>,
): ReportStep => ({
  slug,
  name,
  kind,
  optional,
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
  last_event_at: '2026-11-20T20:10:00.000Z',
  health: healthy,
  ...figures,
});

const [lander = stepOf('', ''), video = lander, checkout = lander, purchase = lander] = steps;

const totals: FunnelTotals = {
  entered: 10_000,
  converted: 900,
  rate: 0.09,
  excluded: 12,
  open: 870,
  revenue: 57_600,
  cost: 4_200,
  epc: 5.76,
  cpa: 4.67,
  roas: 13.71,
};

export const funnelReport: FunnelReport = {
  funnel: { slug: 'vsl-main', name: 'Sales letter', version: 1 },
  count_by: 'visitor',
  currency: 'USD',
  window_minutes: 10_080,
  period: { start: '2026-10-22', end: '2026-11-20', timezone: 'America/New_York' },
  as_of: '2026-11-20T20:14:05.000Z',
  steps: [
    stepFigures(lander, {
      reached: 10_000,
      overall_rate: 1,
      cost_per_person: 0.42,
      value_per_person: 5.76,
    }),
    stepFigures(video, {
      reached: 6_100,
      step_rate: 0.61,
      overall_rate: 0.61,
      interval: [0.604, 0.616],
      dropped: 3_900,
      median_ms: 62_000,
      p90_ms: 410_000,
    }),
    stepFigures(checkout, {
      reached: 4_200,
      step_rate: 0.42,
      overall_rate: 0.42,
      interval: [0.414, 0.426],
      dropped: 5_800,
      median_ms: 180_000,
      p90_ms: 5_400_000,
      cost_per_person: 1,
      value_per_person: 13.71,
      revenue_at_stake: 79_542.86,
    }),
    stepFigures(purchase, {
      reached: 900,
      step_rate: 0.2143,
      overall_rate: 0.09,
      interval: [0.206, 0.2226],
      dropped: 3_300,
      median_ms: 240_000,
      p90_ms: 7_200_000,
      cost_per_person: 4.67,
      value_per_person: 64,
      revenue_at_stake: 211_200,
    }),
  ],
  totals,
  breakdown: null,
  compared: null,
};

const {
  health: _health,
  last_event_at: _last,
  ...landerFigures
} = funnelReport.steps[0] ?? {
  ...stepFigures(lander, {}),
};
const plainSteps = funnelReport.steps.map(({ health: _, last_event_at: __, ...step }) => step);

export const brokenDownReport: FunnelReport = {
  ...funnelReport,
  breakdown: [
    {
      key: 'US',
      label: 'United States',
      is_rest: false,
      steps: plainSteps,
      totals: { ...totals, entered: 6_000, converted: 600, rate: 0.1, excluded: 8 },
    },
    {
      key: null,
      label: '',
      is_rest: false,
      steps: [landerFigures],
      totals: {
        ...totals,
        entered: 1_000,
        converted: 0,
        rate: 0,
        excluded: 0,
        cost: null,
        cpa: null,
        roas: null,
      },
    },
    {
      key: null,
      label: 'Other',
      is_rest: true,
      steps: plainSteps,
      totals: { ...totals, entered: 3_000, converted: 300, rate: 0.1, excluded: 4 },
    },
  ],
};

export const comparedReport: FunnelReport = {
  ...funnelReport,
  compared: {
    period: { start: '2026-09-22', end: '2026-10-21' },
    steps: plainSteps.map((step) => ({ ...step, reached: step.reached - 100 })),
    totals: { ...totals, entered: 9_900, converted: 800, rate: 0.0808 },
    p_value: 0.02,
  },
};

/** Checkout sends no event since 14:00 in New York. */
export const silentReport: FunnelReport = {
  ...funnelReport,
  steps: funnelReport.steps.map((step) =>
    step.slug === 'checkout' ? { ...step, health: silentHealth } : step,
  ),
};

export const noReport: FunnelReport = {
  ...funnelReport,
  steps: steps.map((step) => stepFigures(step, { last_event_at: null })),
  totals: {
    entered: 0,
    converted: 0,
    rate: null,
    excluded: 0,
    open: 0,
    revenue: 0,
    cost: null,
    epc: null,
    cpa: null,
    roas: null,
  },
};

export const funnelTrend: FunnelTrend = {
  interval: 'day',
  buckets: [
    {
      day: '2026-11-19',
      entered: 400,
      reached: [400, 240, 170, 40],
      converted: 40,
      rate: 0.1,
      open: 0,
      revenue: 2_560,
    },
    {
      day: '2026-11-20',
      entered: 300,
      reached: [300, 180, 120, 9],
      converted: 9,
      rate: 0.03,
      open: 280,
      revenue: 576,
    },
  ],
};

export const timeToConvert: TimeToConvert = {
  from_step: 'lander',
  to_step: 'purchase',
  people: 900,
  median_ms: 420_000,
  p90_ms: 9_000_000,
  bins: [
    { from_ms: 0, to_ms: 300_000, people: 300 },
    { from_ms: 300_000, to_ms: 3_600_000, people: 450 },
    { from_ms: 3_600_000, to_ms: 10_800_000, people: 150 },
  ],
};

export const opportunities: Opportunities = {
  is_paid: true,
  steps: [
    {
      slug: 'purchase',
      name: 'Purchase',
      rate: 0.2143,
      benchmark: 0.26,
      benchmark_from: 'groups',
      breakdown: 'device',
      gain: 12_288.5,
      gain_converted: 192.01,
      one_point: 2_688,
      one_point_converted: 42,
      reached_before: 4_200,
      value_per_person: 64,
    },
    {
      slug: 'checkout',
      name: 'Checkout',
      rate: 0.42,
      benchmark: null,
      benchmark_from: null,
      breakdown: null,
      gain: null,
      gain_converted: null,
      one_point: 1_371,
      one_point_converted: 12.86,
      reached_before: 10_000,
      value_per_person: 13.71,
    },
  ],
  silent: [],
};

export const person: PersonRow = {
  id: 'v_7c1f0d2e9a',
  person: 'v_7c1f0d2e9a',
  entered_at: '2026-11-20T18:00:00.000Z',
  furthest_step: 'checkout',
  furthest_at: '2026-11-20T18:03:00.000Z',
  step_times: ['2026-11-20T18:00:00.000Z', '2026-11-20T18:03:00.000Z'],
  click_id: null,
  affid: '42',
  channel: 'facebook',
  campaign_id: '238401',
  campaign: 'Autumn',
  country: 'US',
  device: 'mobile',
  revenue: 0,
  converted: false,
  open: true,
};
export const peoplePage: PeoplePage = { rows: [person], next: null };

export const dashboardPlace: FunnelPlace = {
  slug: 'vsl-main',
  childSlug: null,
  range: 'last_30_days',
  tab: '',
  params: {},
};
export const dashboardView: FunnelView = {
  slug: 'vsl-main',
  tab: 'steps',
  range: 'last_30_days',
  compare: 'none',
  compared: null,
  breakdown: null,
  filters: [],
  interval: 'day',
  fromStep: null,
  toStep: null,
  people: null,
};
