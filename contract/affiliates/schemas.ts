import { z } from 'zod';
import { nameSchema, webAddressSchema } from '../name-fields.ts';

const payoutSchema = z.strictObject({
  type: z.enum(['revshare', 'cpa']),
  /** A share from 0 to 1 for `revshare`, an amount in the project's currency for `cpa`. */
  value: z.number().min(0).max(1_000_000),
});
export const affiliateSchema = z.object({
  id: z.int(),
  aff_id: z.string(),
  project: z.int(),
  project_name: z.string(),
  project_slug: z.string(),
  name: z.string(),
  payout: payoutSchema,
  postback_url: z.string().nullable(),
  /** The sub-ids that the affiliate uses for its own sources. */
  sub_ids: z.array(z.string()),
  created_at: z.string(),
});
export type Affiliate = z.infer<typeof affiliateSchema>;
const affId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'Use up to 64 letters, digits, dots, dashes or underscores.');
const postbackUrl = webAddressSchema.nullable();
const subIds = z
  .array(
    z
      .string()
      .trim()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N} ._:-]{0,63}$/u,
        'Use up to 64 letters, digits, dots or dashes.',
      ),
  )
  .max(500, 'Use at most 500 sub-ids.')
  .refine((ids) => new Set(ids).size === ids.length, 'A sub-id is listed twice.');
const payoutTerms = payoutSchema.refine((terms) => terms.type === 'cpa' || terms.value <= 1, {
  path: ['value'],
  message: 'A revenue share is between 0 and 1.',
});
export const newAffiliateSchema = z.strictObject({
  aff_id: affId,
  project: z.int(),
  name: nameSchema,
  payout: payoutTerms.default({ type: 'revshare', value: 0 }),
  postback_url: postbackUrl.default(null),
  sub_ids: subIds.default([]),
});
export const affiliateChangeSchema = z
  .strictObject({
    aff_id: affId,
    name: nameSchema,
    payout: payoutTerms,
    postback_url: postbackUrl,
    sub_ids: subIds,
  })
  .partial();
