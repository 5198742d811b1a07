import { z } from 'zod';
import { variantKeys } from './definition.ts';

const gateStatuses = [
  'collecting',
  'unhealthy',
  'ready_ship',
  'ready_keep',
  'ready_inconclusive',
] as const;

/** The conditions of shipping, in the order in which they are read. */
export const gateChecks = [
  'split',
  'goal',
  'weeks',
  'conversions',
  'maturity',
  'interval',
  'loss',
  'guardrails',
] as const;
export type GateCheck = (typeof gateChecks)[number];

export const gateSchema = z.object({
  status: z.enum(gateStatuses),
  winner: z.enum(variantKeys).nullable(),
  checks: z.array(z.object({ check: z.enum(gateChecks), holds: z.boolean() })),
  /** Days until the gate may open at the present traffic; null where that is unknown. */
  eta_days: z.number().nullable(),
});
export type TestGate = z.infer<typeof gateSchema>;

const interval = z.object({ low: z.number(), high: z.number() });

/** A treatment beside the control, in the unit of its goal; unknown figures are null. */
const comparisonSchema = z.object({
  /** The absolute difference with its anytime-valid bounds. */
  difference: z.number().nullable(),
  interval: interval.nullable(),
  /** Sequential, true at every look. */
  p: z.number().nullable(),
  /** The difference and its bounds relative to the control's value. */
  lift: z.number().nullable(),
  lift_interval: interval.nullable(),
  /** The chance that it is better than the control. */
  chance: z.number().nullable(),
  /** What choosing it loses per unit on average. */
  expected_loss: z.number().nullable(),
  expected_loss_rel: z.number().nullable(),
  /** For one look at a fixed size: shown as a second reading, never judged. */
  fixed: z.object({ p: z.number(), interval }).nullable(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

const armSchema = z.object({
  key: z.enum(variantKeys),
  /** Units whose outcome is frozen, which the gate reads. */
  units: z.int(),
  conversions: z.int(),
  /** Decimal text in the project's currency, capped where the goal is. */
  revenue: z.string(),
  /** The goal's value per unit; null while unknown. */
  value: z.number().nullable(),
  standard_error: z.number().nullable(),
  /** All units so far, with those whose window is open, and their conversions so far. */
  all_units: z.int(),
  all_conversions: z.int(),
  all_value: z.number().nullable(),
  /** The chance to be the best of all variants. */
  chance_best: z.number().nullable(),
  /** Null for the control. */
  comparison: comparisonSchema.nullable(),
});
export type Arm = z.infer<typeof armSchema>;

const guardrailResultSchema = z.object({
  /** The place of the guardrail in the test. */
  at: z.int(),
  variants: z.array(
    z.object({
      key: z.enum(variantKeys),
      value: z.number().nullable(),
      comparison: comparisonSchema.nullable(),
      /** `not_shown`: harm is not shown, which is not the same as safe. */
      state: z.enum(['unknown', 'not_shown', 'breached']),
    }),
  ),
});

const splitStates = ['healthy', 'watch', 'srm'] as const;

export const testHealthSchema = z.object({
  split: z.object({
    state: z.enum(splitStates),
    bayes_factor: z.number(),
    /** Shown, not judged. */
    p: z.number(),
    parts: z.array(z.object({ key: z.enum(variantKeys), units: z.int(), expected: z.number() })),
  }),
  multiple: z.object({
    units: z.int(),
    share: z.number().nullable(),
    is_too_high: z.boolean(),
  }),
  goal: z.object({
    is_silent: z.boolean(),
    last_event_at: z.string().nullable(),
  }),
});
export type TestHealth = z.infer<typeof testHealthSchema>;

/** What was known about a test at one time. It never changes; decisions point at theirs. */
export const testResultsSchema = z.object({
  snapshot_id: z.string(),
  as_of: z.string(),
  days: z.number(),
  /** The share of units whose outcome is frozen; null without units. */
  maturity: z.number().nullable(),
  currency: z.string(),
  /** Values per unit above which they are cut, frozen at the first look with enough data; null for a rate. */
  winsor_cap: z.string().nullable(),
  gate: gateSchema,
  health: testHealthSchema,
  variants: z.array(armSchema),
  guardrails: z.array(guardrailResultSchema),
  /** The first time that the gate let it be decided; it never disappears. */
  first_crossing: z.object({ snapshot_id: z.string(), at: z.string() }).nullable(),
});
export type TestResults = z.infer<typeof testResultsSchema>;

/** Null while no unit was seen: the checklist says what to look at. */
export const testResultsAnswerSchema = z.object({
  results: testResultsSchema.nullable(),
  /** What has arrived since the start, counted now. */
  live: z.object({
    exposures: z.int(),
    last_exposure_at: z.string().nullable(),
    next_snapshot_at: z.string().nullable(),
  }),
});
export type TestResultsAnswer = z.infer<typeof testResultsAnswerSchema>;

/** The intervals of the treatments over time, one point for each day's last snapshot. */
export const testSeriesSchema = z.array(
  z.object({
    snapshot_id: z.string(),
    at: z.string(),
    status: z.enum(gateStatuses),
    variants: z.array(
      z.object({
        key: z.enum(variantKeys),
        value: z.number().nullable(),
        lift: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
      }),
    ),
  }),
);
export type TestSeries = z.infer<typeof testSeriesSchema>;
