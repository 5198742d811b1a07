import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { annotationTime } from '../annotations/schemas.ts';
import { slugSchema } from '../slug.ts';
import {
  countings,
  definitionSchema,
  descriptionSchema,
  exclusionSchema,
  funnelNameSchema,
  mostExclusions,
  mostSteps,
  stepSchema,
  targetCpaSchema,
  windowSchema,
} from './definition.ts';

export const funnelStatuses = ['draft', 'active', 'paused', 'archived'] as const;
export type FunnelStatus = (typeof funnelStatuses)[number];

export const funnelTemplates = [
  'lead_gen',
  'vsl_checkout_upsell',
  'advertorial_offer',
  'quiz',
  'direct_link',
] as const;
export type FunnelTemplate = (typeof funnelTemplates)[number];

/** A slug in an address is looked up, so that an unknown one answers 404. */
const known = z.string().max(120);
export const funnelParams = z.strictObject({ slug: known });
export const stepParams = z.strictObject({ slug: known, child_slug: known });
export const annotationParams = z.strictObject({ slug: known, id: z.string().max(40) });

export const funnelProjectSchema = z.strictObject({ project_id: integer });

const targetsSchema = z.strictObject({
  /** The share of people who should reach the last step. */
  overall_rate: z.number().min(0).max(1).nullable().default(null),
  /** The most that a conversion may cost, as decimal text in the project's currency. */
  cpa: targetCpaSchema.nullable().default(null),
});
export type FunnelTargets = z.infer<typeof targetsSchema>;

/** A step as it is stored: `version` is the one that `If-Match` names when it is changed. */
export const storedStepSchema = z.object({
  ...stepSchema.shape,
  id: z.string(),
  version: z.int(),
});
export type StoredStep = z.infer<typeof storedStepSchema>;

export const funnelSchema = z.object({
  id: z.string(),
  project: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(funnelStatuses),
  /** The one that feeds the dashboard's funnel panel. */
  is_default: z.boolean(),
  count_by: z.enum(countings),
  window_minutes: z.int(),
  steps: z.array(storedStepSchema),
  exclusions: z.array(exclusionSchema),
  targets: targetsSchema,
  /** The one that `If-Match` names; every change of the funnel or of its steps raises it. */
  version: z.int(),
  /** The published definition that reports follow; null while there is none. */
  published: z
    .object({ version: z.int(), at: z.string(), definition: definitionSchema })
    .nullable(),
  /** Whether the draft differs from what is published. */
  has_changes: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Funnel = z.infer<typeof funnelSchema>;

const newFields = {
  name: funnelNameSchema,
  slug: slugSchema.optional(),
  description: descriptionSchema.optional(),
  count_by: z.enum(countings).optional(),
  window_minutes: windowSchema.optional(),
  steps: z.array(stepSchema).max(mostSteps, `A funnel has at most ${mostSteps} steps.`).optional(),
  exclusions: z
    .array(exclusionSchema)
    .max(mostExclusions, `Use at most ${mostExclusions} exclusions.`)
    .optional(),
  targets: targetsSchema.optional(),
};

/** Without a slug one is made of the name; a template brings steps, which `steps` replaces. */
export const newFunnelSchema = z.strictObject({
  project: z.int(),
  ...newFields,
  template: z.enum(funnelTemplates).optional(),
});

/** `steps` replaces all steps at once: a step keeps its id by its slug. */
export const funnelChangeSchema = z.strictObject({
  ...newFields,
  name: funnelNameSchema.optional(),
});

export const duplicateFunnelSchema = z.strictObject({
  name: funnelNameSchema,
  slug: slugSchema.optional(),
});

const { optional, window_minutes, page_url, expected_rate } = stepSchema.shape;
/** Without defaults, so that what is not named stays. */
export const stepChangeSchema = stepSchema
  .extend({
    optional: optional.unwrap(),
    window_minutes: window_minutes.unwrap(),
    page_url: page_url.unwrap(),
    expected_rate: expected_rate.unwrap(),
  })
  .partial();
export const stepOrderSchema = z.strictObject({ order: z.array(known).max(mostSteps) });

export const slugQuerySchema = z.strictObject({ project_id: integer, slug: known });
/** Whether a slug is free, and one that is. */
export const slugAnswerSchema = z.object({
  free: z.boolean(),
  suggestion: z.string(),
  /** Why this slug cannot be used. */
  reason: z.string().nullable(),
});

export const funnelVersionSchema = z.object({
  version: z.int(),
  published_at: z.string(),
  /** Who published it; null for a reader who may not see members. */
  published_by: z.string().nullable(),
  definition: definitionSchema,
});
export type FunnelVersion = z.infer<typeof funnelVersionSchema>;

export const funnelAnnotationSchema = z.object({
  id: z.string(),
  at: z.string(),
  text: z.string(),
  /** Written by the product itself, such as when a version was published. */
  auto: z.boolean(),
});
export type FunnelAnnotation = z.infer<typeof funnelAnnotationSchema>;

export const newFunnelAnnotationSchema = z.strictObject({
  at: annotationTime,
  text: z
    .string('Write what happened.')
    .trim()
    .min(1, 'Write what happened.')
    .max(200, 'Use at most 200 characters.')
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Use one line.'),
});
