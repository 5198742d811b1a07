import type { Arm, Comparison, TestResults, TestSeries } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { ResultsRow, TestScope } from '#model/split-test-detail.ts';
import type { SplitTestPlace } from '#model/split-tests.ts';

export const testScope: TestScope = { project: 7, id: '01TESTA' };
export const testPlace: SplitTestPlace = {
  id: testScope.id,
  tab: '',
  range: 'last_30_days',
  params: {},
};
const at = '2026-11-20T12:00:00.000Z';
const started = '2026-11-04T12:00:00.000Z';

const variantOf = (key: 'A' | 'B', name: string) => ({
  key,
  name,
  is_control: key === 'A',
  weight_bp: 5_000,
  url: `https://shop.test/${key.toLowerCase()}`,
  offer: null,
  preview_url: `https://track.test/t/x/hero/?preview=p${key}`,
  offer_name: null,
});

export const runningTest: SplitTest = {
  id: testScope.id,
  project: testScope.project,
  slug: 'hero',
  name: 'Hero page',
  hypothesis: 'If the price comes first, then more buy, because they know it.',
  kind: 'page',
  unit: 'visitor',
  status: 'running',
  target: null,
  goal: { type: 'revenue_per_unit', event: '', window_hours: 72, direction: 'up' },
  guardrails: [{ type: 'conversion_rate', event: 'refund', direction: 'down', max_harm_rel: 0.05 }],
  variants: [variantOf('A', 'As it is'), variantOf('B', 'Price first')],
  mde_rel: 0.1,
  alpha: 0.05,
  min_runtime_days: 7,
  max_runtime_days: 42,
  min_conversions: 25,
  traffic_pct: 100,
  planned_units: 10_000,
  phases: [
    {
      n: 1,
      started_at: started,
      ended_at: null,
      weights: { A: 5_000, B: 5_000 },
      traffic_pct: 100,
      reason: 'The test started.',
    },
  ],
  decision: null,
  ship: null,
  link: 'https://track.test/t/x/hero/?k=px',
  started_at: started,
  ended_at: null,
  version: 4,
  created_at: '2026-11-03T12:00:00.000Z',
  updated_at: started,
};

export const draftTest: SplitTest = {
  ...runningTest,
  status: 'draft',
  planned_units: null,
  phases: [],
  started_at: null,
  version: 1,
};
export const decidedTest: SplitTest = {
  ...runningTest,
  decision: {
    decision: 'ship',
    variant: 'B',
    note: 'The price first sells more.',
    is_override: true,
    decided_at: at,
    decided_by: 'Kim Reed',
    snapshot_id: '01SNAP',
  },
  version: 5,
};
export const shippedTest: SplitTest = {
  ...decidedTest,
  status: 'stopped',
  ended_at: at,
  ship: {
    variant: 'B',
    shipped_at: at,
    shipped_by: 'Kim Reed',
    with_step: false,
    with_offer: false,
  },
  version: 6,
};

const comparison: Comparison = {
  difference: 0.31,
  interval: { low: 0.04, high: 0.58 },
  p: 0.018,
  lift: 0.155,
  lift_interval: { low: 0.02, high: 0.29 },
  chance: 0.988,
  expected_loss: 0.003,
  expected_loss_rel: 0.0015,
  fixed: { p: 0.004, interval: { low: 0.1, high: 0.52 } },
};

const armOf = (key: 'A' | 'B', arm: Partial<Arm>): Arm => ({
  key,
  units: 4_800,
  conversions: 240,
  revenue: '9600.00',
  value: 2,
  standard_error: 0.08,
  all_units: 5_000,
  all_conversions: 248,
  all_value: 1.98,
  chance_best: null,
  comparison: null,
  ...arm,
});

export const readyResults: TestResults = {
  snapshot_id: '01SNAP',
  as_of: at,
  days: 16,
  maturity: 0.96,
  currency: 'USD',
  winsor_cap: '250.00',
  gate: {
    status: 'ready_ship',
    winner: 'B',
    checks: (
      [
        'split',
        'goal',
        'weeks',
        'conversions',
        'maturity',
        'interval',
        'loss',
        'guardrails',
      ] as const
    ).map((check) => ({ check, holds: true })),
    eta_days: 0,
  },
  health: {
    split: {
      state: 'healthy',
      bayes_factor: 0.02,
      p: 0.41,
      parts: [
        { key: 'A', units: 5_000, expected: 5_010 },
        { key: 'B', units: 5_020, expected: 5_010 },
      ],
    },
    multiple: { units: 12, share: 0.0012, is_too_high: false },
    goal: { is_silent: false, last_event_at: '2026-11-20T11:58:00.000Z' },
  },
  variants: [
    armOf('A', {}),
    armOf('B', { units: 4_810, conversions: 275, revenue: '11111.10', value: 2.31, comparison }),
  ],
  guardrails: [
    {
      guardrail: {
        type: 'conversion_rate',
        event: 'refund',
        direction: 'down',
        max_harm_rel: 0.05,
      },
      variants: [
        {
          key: 'B',
          value: 0.011,
          comparison: {
            ...comparison,
            difference: 0.001,
            interval: { low: -0.004, high: 0.006 },
            lift: 0.1,
            lift_interval: { low: -0.4, high: 0.6 },
          },
          state: 'not_shown',
        },
      ],
    },
  ],
  first_crossing: { snapshot_id: '01SNAP', at },
};

const withGate = (
  status: TestResults['gate']['status'],
  missing: readonly TestResults['gate']['checks'][number]['check'][],
): TestResults => ({
  ...readyResults,
  gate: {
    status,
    winner: null,
    checks: readyResults.gate.checks.map(({ check }) => ({
      check,
      holds: !missing.includes(check),
    })),
    eta_days: 6,
  },
  first_crossing: null,
});

export const collectingResults = withGate('collecting', ['interval']);
export const immatureResults: TestResults = {
  ...withGate('collecting', ['maturity', 'interval']),
  maturity: 0.41,
};
export const insufficientResults = withGate('collecting', ['weeks', 'conversions', 'interval']);
export const mismatchedResults: TestResults = {
  ...withGate('unhealthy', ['split']),
  health: {
    ...readyResults.health,
    split: {
      state: 'srm',
      bayes_factor: 26_093,
      p: 5.7e-7,
      parts: [
        { key: 'A', units: 5_250, expected: 5_000 },
        { key: 'B', units: 4_750, expected: 5_000 },
      ],
    },
  },
};

export const rowOf = (results: TestResults | null): ResultsRow => ({
  id: testScope.id,
  results,
  live: {
    exposures: results ? 10_020 : 0,
    last_exposure_at: results ? at : null,
    next_snapshot_at: '2026-11-20T12:10:00.000Z',
  },
});

export const testSeries: TestSeries = ['18', '19', '20'].map((day, index) => ({
  snapshot_id: `01SNAP${day}`,
  at: `2026-11-${day}T12:00:00.000Z`,
  status: 'collecting',
  variants: [
    { key: 'A', value: 2, lift: null, low: null, high: null },
    { key: 'B', value: 2.31, lift: 0.15, low: -0.1 + index * 0.06, high: 0.4 - index * 0.05 },
  ],
}));
