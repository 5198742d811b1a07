import type { Preflight, TestPower } from '#contract/split-tests/planning.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { emptyTestDraft, type TestChoices, type TestDraft } from '#model/split-test-draft.ts';

/** A draft without faults. */
export const completeDraft: TestDraft = {
  ...emptyTestDraft,
  name: 'Shorter headline',
  hypothesis: 'If the headline is shorter then more people read on.',
  variants: [
    {
      key: 'A',
      name: 'As it is',
      isControl: true,
      weight: '50',
      url: 'https://shop.test/a',
      offer: null,
    },
    {
      key: 'B',
      name: 'Seven words',
      isControl: false,
      weight: '50',
      url: 'https://shop.test/b',
      offer: null,
    },
  ],
};

/** A draft with a fault in every step. */
export const faultyDraft: TestDraft = {
  ...emptyTestDraft,
  goal: { ...emptyTestDraft.goal, hours: '' },
  mde: '',
};

export const storedDraft: SplitTest = {
  id: '01K9A0000000000000000DRAFT',
  project: 7,
  slug: 'shorter-headline',
  name: 'Shorter headline',
  hypothesis: 'If the headline is shorter then more people read on.',
  kind: 'page',
  unit: 'visitor',
  status: 'draft',
  target: null,
  goal: { type: 'conversion_rate', event: '', window_hours: 72, direction: 'up' },
  guardrails: [],
  variants: [
    {
      key: 'A',
      name: 'As it is',
      is_control: true,
      weight_bp: 5_000,
      url: 'https://shop.test/a',
      offer: null,
      preview_url: 'https://t.test/t/x/shorter-headline/?preview=a',
      offer_name: null,
    },
    {
      key: 'B',
      name: 'Seven words',
      is_control: false,
      weight_bp: 5_000,
      url: 'https://shop.test/b',
      offer: null,
      preview_url: 'https://t.test/t/x/shorter-headline/?preview=b',
      offer_name: null,
    },
  ],
  mde_rel: 0.1,
  alpha: 0.05,
  min_runtime_days: 7,
  max_runtime_days: 42,
  min_conversions: 25,
  traffic_pct: 100,
  planned_units: null,
  phases: [],
  decision: null,
  ship: null,
  link: 'https://t.test/t/x/shorter-headline/?k=pk',
  started_at: null,
  ended_at: null,
  version: 1,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
};

export const startedTest: SplitTest = {
  ...storedDraft,
  status: 'running',
  started_at: '2026-11-20T12:05:00Z',
  planned_units: 40_000,
  version: 2,
};

const goalCheck = {
  check: 'goal_events',
  state: 'pass',
  detail: '“purchase” came 412 times in the last 7 days.',
  variant: null,
} as const;

export const passedChecks: Preflight = [
  { check: 'addresses', state: 'pass', detail: 'The page answers.', variant: 'A' },
  { check: 'addresses', state: 'warn', detail: 'The page answers with 404.', variant: 'B' },
  goalCheck,
  {
    check: 'same_target',
    state: 'pass',
    detail: 'No other running test is about the same.',
    variant: null,
  },
];

/** The goal had no event lately, so the name is to be typed. */
export const silentChecks: Preflight = [
  {
    ...goalCheck,
    state: 'warn',
    detail: '“purchase” did not come in the last 7 days.',
  },
];

export const failedChecks: Preflight = [
  goalCheck,
  {
    check: 'same_target',
    state: 'fail',
    detail: '“Other” runs about the same. Stop it first, or choose other variants.',
    variant: null,
  },
];

export const powerFound: TestPower = {
  type: 'conversion_rate',
  baseline: 0.05,
  daily_units: 1_200,
  units_per_variant: 9_400,
  days: 16,
  is_too_long: false,
  alternatives: [],
};

export const choicesFound: TestChoices = {
  funnels: [
    {
      slug: 'main',
      name: 'Main funnel',
      steps: [
        { slug: 'lander', name: 'Lander', url: 'https://shop.test/lander' },
        { slug: 'checkout', name: 'Checkout', url: null },
      ],
    },
  ],
  offers: [
    { id: 7, name: 'Black Friday bundle', isActive: true },
    { id: 8, name: 'Old trial', isActive: false },
  ],
  events: ['purchase', 'lead'],
};
