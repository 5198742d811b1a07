import { z } from 'zod';
import { goalSchema, goalTypes, testFields, testUnits } from './definition.ts';

/** What a test needs to find a change. Without a baseline or daily units the project's last 28 days are read. */
export const powerQuerySchema = z.strictObject({
  project: z.int(),
  goal: goalSchema,
  unit: z.enum(testUnits),
  variants: z.int().min(2).max(6),
  mde_rel: testFields.mde_rel.unwrap(),
  alpha: testFields.alpha.unwrap(),
  min_runtime_days: testFields.min_runtime_days.unwrap(),
  max_runtime_days: testFields.max_runtime_days.unwrap(),
  traffic_pct: testFields.traffic_pct.unwrap(),
  /** The control's value per unit; null for that of the last 28 days. */
  baseline: z.number().positive('Enter a value above 0.').nullable().default(null),
  /** Units a day; null for those of the last 28 days. */
  daily_units: z.number().positive('Enter a number above 0.').nullable().default(null),
});

export const powerSchema = z.object({
  type: z.enum(goalTypes),
  baseline: z.number().nullable(),
  daily_units: z.number().nullable(),
  /** Per variant; null where the baseline is unknown. */
  units_per_variant: z.int().nullable(),
  /** Until the last window has closed, in whole weeks; null where something is unknown. */
  days: z.int().nullable(),
  /** Whether that is longer than the test may run. */
  is_too_long: z.boolean(),
  /** Days with fewer variants or a larger change, to choose from. */
  alternatives: z.array(z.object({ variants: z.int(), mde_rel: z.number(), days: z.int() })),
});
export type TestPower = z.infer<typeof powerSchema>;

const preflightChecks = ['addresses', 'goal_events', 'same_target', 'offers'] as const;

export const preflightSchema = z.array(
  z.object({
    check: z.enum(preflightChecks),
    state: z.enum(['pass', 'warn', 'fail']),
    /** A sentence that says what was found and what to do. */
    detail: z.string(),
    /** The variant that it is about; null for the whole test. */
    variant: z.string().nullable(),
  }),
);
export type Preflight = z.infer<typeof preflightSchema>;
