import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { pageSize } from '../page-query.ts';
import { slugSchema } from '../slug.ts';
import {
  goalSchema,
  guardrailSchema,
  targetSchema,
  testFields,
  testKinds,
  testStatuses,
  testUnits,
  variantKeys,
  variantSchema,
} from './definition.ts';
import { gateSchema } from './results.ts';
import { testFaults } from './test-faults.ts';

export const decisions = ['ship', 'keep_control', 'inconclusive', 'invalid'] as const;
export type TestDecision = (typeof decisions)[number];

const shape = z.strictObject(testFields);
const addFaults: Parameters<typeof shape.superRefine>[0] = (test, context) => {
  for (const fault of testFaults(test)) context.addIssue({ code: 'custom', ...fault });
};

/** A new test is a draft. Without a slug one is made of its name. */
export const newTestSchema = z
  .strictObject({ ...testFields, project: z.int(), slug: slugSchema.optional() })
  .superRefine(addFaults);

/** Without defaults, so that what is not named stays. What may change depends on whether the test has started. */
export const testChangeSchema = z
  .strictObject({
    ...testFields,
    hypothesis: testFields.hypothesis.unwrap(),
    target: testFields.target.unwrap(),
    guardrails: testFields.guardrails.unwrap(),
    mde_rel: testFields.mde_rel.unwrap(),
    alpha: testFields.alpha.unwrap(),
    min_runtime_days: testFields.min_runtime_days.unwrap(),
    max_runtime_days: testFields.max_runtime_days.unwrap(),
    min_conversions: testFields.min_conversions.unwrap(),
    traffic_pct: testFields.traffic_pct.unwrap(),
  })
  .partial();

/** What may change after the start; the goal is locked, because changing it after a look chooses the result. */
export const changeableAfterStart = [
  'name',
  'hypothesis',
  'max_runtime_days',
  'guardrails',
] as const;

/** A time without a change of weights or traffic. */
const testPhaseSchema = z.object({
  n: z.int(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  weights: z.record(z.string(), z.int()),
  traffic_pct: z.int(),
  reason: z.string(),
});

const storedVariantSchema = z.object({
  ...variantSchema.shape,
  /** Leads to this variant and counts nowhere. */
  preview_url: z.string(),
  /** The name of its offer; null for another kind, or where the offer is gone. */
  offer_name: z.string().nullable(),
});

/** What was decided about a test. */
const testDecisionSchema = z.object({
  decision: z.enum(decisions),
  variant: z.enum(variantKeys).nullable(),
  note: z.string(),
  /** Whether it was decided against the gate. */
  is_override: z.boolean(),
  decided_at: z.string(),
  /** Null for a reader who may not see members. */
  decided_by: z.string().nullable(),
  snapshot_id: z.string().nullable(),
});

/** The variant that the test's link leads to now. */
const testShipSchema = z.object({
  variant: z.enum(variantKeys),
  shipped_at: z.string(),
  shipped_by: z.string().nullable(),
  /** Whether the page of the funnel's step followed. */
  with_step: z.boolean(),
  /** Whether the links of the control's offer lead to the variant's offer. */
  with_offer: z.boolean(),
});

export const splitTestSchema = z.object({
  id: z.string(),
  project: z.int(),
  slug: z.string(),
  name: z.string(),
  hypothesis: z.string(),
  kind: z.enum(testKinds),
  unit: z.enum(testUnits),
  status: z.enum(testStatuses),
  target: targetSchema.nullable(),
  goal: goalSchema,
  guardrails: z.array(guardrailSchema),
  variants: z.array(storedVariantSchema),
  mde_rel: z.number(),
  alpha: z.number(),
  min_runtime_days: z.int(),
  max_runtime_days: z.int(),
  min_conversions: z.int(),
  traffic_pct: z.int(),
  /** Units of a treatment and the control together for which the interval was tuned; null before the start. */
  planned_units: z.int().nullable(),
  phases: z.array(testPhaseSchema),
  decision: testDecisionSchema.nullable(),
  ship: testShipSchema.nullable(),
  /** The link that splits the traffic. */
  link: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** The one that `If-Match` names. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SplitTest = z.infer<typeof splitTestSchema>;

export const testTabs = ['running', 'drafts', 'finished', 'learnings'] as const;
export type TestTab = (typeof testTabs)[number];

export const testsQuerySchema = z.strictObject({
  project_id: integer,
  tab: z.enum(testTabs).optional(),
  search: z.string().trim().max(100).optional(),
  kind: z.enum(testKinds).optional(),
  cursor: z.string().max(100).optional(),
  limit: pageSize,
});

/** A test in the list, with what its latest snapshot says. */
export const testLineSchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  hypothesis: z.string(),
  kind: z.enum(testKinds),
  unit: z.enum(testUnits),
  status: z.enum(testStatuses),
  goal: goalSchema,
  variants: z.array(
    variantSchema.pick({ key: true, name: true, is_control: true, weight_bp: true }),
  ),
  /** Days since the start, without pauses; null before it. */
  days: z.number().nullable(),
  max_runtime_days: z.int(),
  /** Units a day over the last seven days; null while there is no snapshot. */
  daily_units: z.number().nullable(),
  gate: gateSchema.nullable(),
  /** The treatment that leads; null while there is no snapshot. */
  leader: z
    .object({
      key: z.enum(variantKeys),
      /** Relative to the control: 0.1 is 10 % more; null where the control has nothing. */
      lift: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      chance: z.number().nullable(),
    })
    .nullable(),
  as_of: z.string().nullable(),
  decision: testDecisionSchema.nullable(),
  ship: testShipSchema.nullable(),
  version: z.int(),
});
export type TestLine = z.infer<typeof testLineSchema>;

export const startTestSchema = z.strictObject({
  /** The name of the test, typed by a person who starts it although its goal has had no event in the last 7 days. */
  confirm: z.string().max(120).optional(),
});

export const weightsSchema = z.strictObject({
  weights: z.partialRecord(z.enum(variantKeys), variantSchema.shape.weight_bp),
  traffic_pct: testFields.traffic_pct.unwrap().optional(),
  reason: z.string().trim().min(1, 'Write why.').max(200, 'Use at most 200 characters.'),
});

export const decideTestSchema = z.strictObject({
  decision: z.enum(decisions),
  variant: z.enum(variantKeys).nullable().default(null),
  note: z.string().trim().max(1_000, 'Use at most 1,000 characters.').default(''),
  /** The snapshot that the decision was made by. */
  snapshot_id: z.string().max(40),
  /** Against the gate; its note then says why, in at least 20 characters. */
  override: z.boolean().default(false),
});

export const shipTestSchema = z.strictObject({
  variant: z.enum(variantKeys),
  /** Whether the page of the funnel's step follows. */
  with_step: z.boolean().default(false),
  /** Whether the conditions of the step that name its page follow, too. */
  with_matcher: z.boolean().default(false),
  /** Whether the links of the control's offer lead to the variant's offer from now on. */
  with_offer: z.boolean().default(false),
});
