import { z } from 'zod';
import { nameSchema, webAddressSchema } from '../name-fields.ts';
import { rowId } from '../row-id.ts';

export const testKinds = ['page', 'offer', 'funnel_step'] as const;
export type TestKind = (typeof testKinds)[number];

/** Who is assigned to a variant: a visitor for all visits, or each click anew. */
export const testUnits = ['visitor', 'click'] as const;
export type TestUnit = (typeof testUnits)[number];

export const testStatuses = ['draft', 'running', 'paused', 'stopped', 'archived'] as const;
export type TestStatus = (typeof testStatuses)[number];

export const goalTypes = [
  'conversion_rate',
  'revenue_per_unit',
  'epc',
  'aov',
  'profit_per_click',
] as const;
export type GoalType = (typeof goalTypes)[number];

export const variantKeys = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type VariantKey = (typeof variantKeys)[number];
export const fewestVariants = 2;
export const mostVariants = 6;
export const mostGuardrails = 3;
/** The weights of all variants together, in basis points. */
export const allWeight = 10_000;
/** The least weight of a variant that runs, in basis points. */
export const leastWeight = 100;

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest.toLocaleString('en')} characters.`)
    .refine(
      (text) => !/[^\P{Cc}\n\r\t]|\p{Surrogate}/u.test(text),
      'This contains characters that cannot be stored.',
    );

/** The event that reaches a goal, in lower case; the project's conversion event where it is empty. */
const goalEventSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(64, 'Use at most 64 characters.')
  .default('');

export const goalSchema = z.strictObject({
  type: z.enum(goalTypes),
  event: goalEventSchema,
  /** Conversions count up to so many hours after the unit first saw its variant. */
  window_hours: z
    .int('Enter 1 to 720 hours.')
    .min(1, 'Enter 1 to 720 hours.')
    .max(720, 'Enter 1 to 720 hours.')
    .default(72),
  /** Whether more is better. */
  direction: z.enum(['up', 'down']).default('up'),
});
export type TestGoal = z.infer<typeof goalSchema>;

export const guardrailSchema = z.strictObject({
  type: z.enum(goalTypes),
  event: goalEventSchema,
  direction: z.enum(['up', 'down']).default('up'),
  /** The relative harm that is still accepted: 0.05 is 5 %. */
  max_harm_rel: z
    .number('Enter a harm from 0 to 50 %.')
    .min(0, 'Enter a harm from 0 to 50 %.')
    .max(0.5, 'Enter a harm from 0 to 50 %.')
    .default(0.05),
});
export type Guardrail = z.infer<typeof guardrailSchema>;

export const variantSchema = z.strictObject({
  key: z.enum(variantKeys),
  name: nameSchema,
  is_control: z.boolean().default(false),
  /** The share of the test's traffic in basis points: 5000 is half. */
  weight_bp: z
    .int('Enter a share of at least 1 %.')
    .min(leastWeight, 'Enter a share of at least 1 %.')
    .max(allWeight, 'The shares add up to 100 %.'),
  /** Where its visitors are led: for the kinds page and funnel step. */
  url: webAddressSchema.max(2_000, 'Use at most 2,000 characters.').nullable().default(null),
  /** The row id of its offer: for the kind offer. */
  offer: rowId.nullable().default(null),
});
export type TestVariant = z.infer<typeof variantSchema>;

/** The step whose page a test of the kind funnel step is about. */
export const targetSchema = z.strictObject({
  funnel: z.string().max(60),
  step: z.string().max(60),
});
export type TestTarget = z.infer<typeof targetSchema>;

const share = (least: number, most: number, help: string) =>
  z.number(help).min(least, help).max(most, help);

/** What a person enters about a test. */
export const testFields = {
  name: nameSchema,
  hypothesis: line(1_000).default(''),
  kind: z.enum(testKinds),
  unit: z.enum(testUnits),
  target: targetSchema.nullable().default(null),
  goal: goalSchema,
  guardrails: z
    .array(guardrailSchema)
    .max(mostGuardrails, `Use at most ${mostGuardrails} guardrails.`)
    .default([]),
  variants: z
    .array(variantSchema)
    .min(fewestVariants, 'A test needs at least two variants.')
    .max(mostVariants, `A test has at most ${mostVariants} variants.`),
  /** The smallest relative change that is worth finding: 0.1 is 10 %. */
  mde_rel: share(0.01, 1, 'Enter a change from 1 to 100 %.').default(0.1),
  alpha: share(0.001, 0.2, 'Enter a chance from 0.1 to 20 %.').default(0.05),
  min_runtime_days: z
    .int('Enter 1 to 90 days.')
    .min(1, 'Enter 1 to 90 days.')
    .max(90, 'Enter 1 to 90 days.')
    .default(7),
  max_runtime_days: z
    .int('Enter 1 to 180 days.')
    .min(1, 'Enter 1 to 180 days.')
    .max(180, 'Enter 1 to 180 days.')
    .default(42),
  min_conversions: z
    .int('Enter 1 to 10,000 conversions.')
    .min(1, 'Enter 1 to 10,000 conversions.')
    .max(10_000, 'Enter 1 to 10,000 conversions.')
    .default(25),
  /** The share of all units that takes part. */
  traffic_pct: z
    .int('Enter 1 to 100 %.')
    .min(1, 'Enter 1 to 100 %.')
    .max(100, 'Enter 1 to 100 %.')
    .default(100),
};
