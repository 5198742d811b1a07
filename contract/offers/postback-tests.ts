import { z } from 'zod';
import { rowId } from '../row-id.ts';
import { sumSchema } from './fields.ts';

export const testSteps = ['click', 'redirect', 'postback', 'payout'] as const;
export type TestStep = (typeof testSteps)[number];

/** With `value`, the product sends the postback itself; without it, the test waits for the network's. */
export const newPostbackTestSchema = z.strictObject({
  affiliate: rowId,
  value: sumSchema.nullable().default(null),
});

/** A test click that is followed to its conversion. Neither counts. */
export const postbackTestSchema = z.object({
  id: z.int(),
  offer: z.int(),
  affiliate: z.int(),
  affid: z.string(),
  started_at: z.string(),
  click_id: z.string().nullable(),
  click_url: z.string(),
  /** The address that the network calls for this click; opening it completes the test. */
  postback_url: z.string().nullable(),
  state: z.enum(['running', 'passed', 'failed', 'timed_out']),
  steps: z.array(
    z.object({
      step: z.enum(testSteps),
      state: z.enum(['waiting', 'passed', 'failed']),
      /** What happened, or the failure and its remedy, in one sentence. */
      message: z.string(),
      at: z.string().nullable(),
    }),
  ),
  payout: z.number().meta({ unit: 'currency' }).nullable(),
  /** The terms by which it would be paid. */
  terms: z.int().nullable(),
});
export type PostbackTest = z.infer<typeof postbackTestSchema>;
