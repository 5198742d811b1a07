import { z } from 'zod';
import { rowId } from '../row-id.ts';
import { choiceSchema, overCapPolicies, sumSchema, wholeSchema } from './fields.ts';

export const capMetrics = ['conversions', 'clicks', 'revenue', 'payout'] as const;
export type CapMetric = (typeof capMetrics)[number];

export const capIntervals = ['hour', 'day', 'week', 'month', 'total'] as const;
export type CapInterval = (typeof capIntervals)[number];

/** Which conversions fill a cap. */
export const cappedStatuses = ['pending', 'approved'] as const;

const capFields = {
  metric: choiceSchema(capMetrics),
  interval: choiceSchema(capIntervals),
  /** A whole number of clicks or conversions, or a sum in the project's currency. */
  limit: sumSchema,
  /** The only affiliate that it is for; null for all together. */
  affiliate: rowId.nullable().default(null),
  counts_statuses: z
    .array(choiceSchema(cappedStatuses))
    .min(1, 'Choose at least one status.')
    .default(['pending', 'approved']),
  /** From this percentage on it counts as near. */
  soft_pct: wholeSchema(1, 100).default(90),
  /** Instead of the offer's own policy. */
  policy: choiceSchema(overCapPolicies).nullable().default(null),
};

const isWhole = ({ metric, limit }: { metric: CapMetric; limit: string }) =>
  metric === 'revenue' || metric === 'payout' || /^\d+(\.0+)?$/.test(limit);
const whole = { path: ['limit'], message: 'Enter a whole number.' };

export const newCapSchema = z.strictObject(capFields).refine(isWhole, whole);
export type NewCap = z.input<typeof newCapSchema>;

/** What is counted by a cap stays what it is; its limit, mark and policy change. */
export const capChangeSchema = z
  .strictObject({
    limit: sumSchema,
    soft_pct: capFields.soft_pct.unwrap(),
    policy: capFields.policy.unwrap(),
    counts_statuses: capFields.counts_statuses.unwrap(),
  })
  .partial();

export const capSchema = z.object({
  id: z.int(),
  metric: z.enum(capMetrics),
  interval: z.enum(capIntervals),
  limit: z.number(),
  affiliate: z.int().nullable(),
  affid: z.string().nullable(),
  counts_statuses: z.array(z.enum(cappedStatuses)),
  soft_pct: z.int(),
  policy: z.enum(overCapPolicies).nullable(),
  version: z.int(),
  created_at: z.string(),
});
export type Cap = z.infer<typeof capSchema>;

export const capStates = ['open', 'near', 'full'] as const;
export type CapState = (typeof capStates)[number];

/** How full a cap is now. */
export const capStatusSchema = z.object({
  cap: z.int(),
  metric: z.enum(capMetrics),
  interval: z.enum(capIntervals),
  affiliate: z.int().nullable(),
  limit: z.number(),
  used: z.number(),
  /** Expected from clicks that were already sent; only of conversions. */
  in_flight: z.number(),
  /** Percent of the limit that is used, rounded down. */
  pct: z.int(),
  /** `full`: clicks go elsewhere, because what is used and in flight reaches the limit. */
  state: z.enum(capStates),
  /** The zone of the offer, in which days begin. */
  timezone: z.string(),
  /** Null for a total. */
  resets_at: z.string().nullable(),
  /** When it fills up at the usual rate of these hours; null if not before it resets, or not known. */
  forecast_full_at: z.string().nullable(),
  /** The chance that it fills up before it resets, 0 to 1; null while nothing is known of this offer's rate. */
  p_full_before_reset: z.number().nullable(),
});
export type CapStatus = z.infer<typeof capStatusSchema>;
