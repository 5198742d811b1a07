import { z } from 'zod';
import { rowId } from '../row-id.ts';
import { choiceSchema, lineSchema } from './fields.ts';

export const accessStates = ['pending', 'approved', 'rejected', 'blocked'] as const;
export type AccessState = (typeof accessStates)[number];

/** Whether an affiliate may run an offer. */
export const offerAccessSchema = z.object({
  affiliate: z.int(),
  affid: z.string(),
  name: z.string(),
  status: z.enum(accessStates),
  requested_at: z.string().nullable(),
  /** What the affiliate wrote. */
  note: z.string(),
  decided_at: z.string().nullable(),
  /** Null for a reader who may not see members. */
  decided_by: z.string().nullable(),
  reason: z.string(),
  version: z.int(),
});
export type OfferAccess = z.infer<typeof offerAccessSchema>;

/** An affiliate requests for itself; a manager names the affiliate and approves at once. */
export const newAccessSchema = z.strictObject({
  affiliate: rowId,
  note: lineSchema(500).default(''),
});

export const accessDecisionSchema = z.strictObject({
  status: choiceSchema(['approved', 'rejected', 'blocked']),
  reason: lineSchema(500).default(''),
});

export const mostDecidedAtOnce = 100;
/** The decisions to take back, each with the version that it replaced; 0 where there was none. */
export const undoneAccessSchema = z.strictObject({
  decisions: z
    .array(z.strictObject({ affiliate: rowId, version: z.int().min(0) }))
    .min(1, 'Choose at least one affiliate.')
    .max(mostDecidedAtOnce, `Choose at most ${mostDecidedAtOnce} affiliates.`),
});
export const bulkAccessSchema = z.strictObject({
  affiliates: z
    .array(rowId)
    .min(1, 'Choose at least one affiliate.')
    .max(mostDecidedAtOnce, `Choose at most ${mostDecidedAtOnce} affiliates.`),
  status: choiceSchema(['approved', 'rejected', 'blocked']),
  reason: lineSchema(500).default(''),
});
