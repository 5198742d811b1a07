import type { TestGate } from '#contract/split-tests/results.ts';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import type { SplitTestPlace } from '#model/split-tests.ts';

export const testPlace: SplitTestPlace = { id: null, range: 'last_30_days', tab: '', params: {} };

const collecting: TestGate = {
  status: 'collecting',
  winner: null,
  checks: [
    { check: 'split', holds: true },
    { check: 'goal', holds: true },
    { check: 'weeks', holds: false },
  ],
  eta_days: 5.4,
};

/** A running test without a difference so far. */
const headline: TestLine = {
  id: '01K9A0000000000000000HEAD0',
  slug: 'headline',
  name: 'Shorter headline',
  hypothesis: 'If the headline is shorter then more people read on.',
  kind: 'page',
  unit: 'visitor',
  status: 'running',
  goal: { type: 'conversion_rate', event: '', window_hours: 72, direction: 'up' },
  variants: [
    { key: 'A', name: 'As it is', is_control: true, weight_bp: 5_000 },
    { key: 'B', name: 'Seven words', is_control: false, weight_bp: 5_000 },
  ],
  days: 8.3,
  max_runtime_days: 42,
  daily_units: 1_204.4,
  gate: collecting,
  leader: { key: 'B', lift: 0.042, low: -0.06, high: 0.148, chance: 0.78 },
  as_of: '2026-11-20T19:50:00Z',
  decision: null,
  ship: null,
  version: 2,
};

/** A running test that can be decided. */
const checkout: TestLine = {
  ...headline,
  id: '01K9A0000000000000000CHECK',
  slug: 'checkout',
  name: 'One-page checkout',
  kind: 'funnel_step',
  days: 21,
  gate: { status: 'ready_ship', winner: 'B', checks: collecting.checks, eta_days: null },
  leader: { key: 'B', lift: 0.121, low: 0.044, high: 0.203, chance: 0.998 },
  version: 5,
};

/** A running test whose split is broken. */
const skewed: TestLine = {
  ...headline,
  id: '01K9A0000000000000000SKEW0',
  slug: 'payout',
  name: 'Higher payout',
  kind: 'offer',
  gate: {
    status: 'unhealthy',
    winner: null,
    checks: [{ check: 'split', holds: false }],
    eta_days: null,
  },
  version: 3,
};

const draftLine: TestLine = {
  ...headline,
  id: '01K9A0000000000000000DRAFT',
  slug: 'price',
  name: 'Price with cents',
  status: 'draft',
  days: null,
  daily_units: null,
  gate: null,
  leader: null,
  as_of: null,
  version: 1,
};

/** A stopped test that was decided against the gate. */
const decided: TestLine = {
  ...headline,
  id: '01K9A0000000000000000DONE0',
  slug: 'video',
  name: 'Video on top',
  status: 'stopped',
  days: 30,
  decision: {
    decision: 'keep_control',
    variant: null,
    note: 'The page loads too slowly with the video.',
    is_override: true,
    decided_at: '2026-11-02T10:00:00Z',
    decided_by: 'Ana Ruiz',
    snapshot_id: '01K9S0',
  },
  version: 7,
};

export const testLines: TestLine[] = [headline, checkout, skewed, draftLine, decided];
