import { z } from 'zod';

/** Why the collector refused an event of a batch. The other events are stored. */
const refusalSchema = z.object({
  index: z.int(),
  code: z.string(),
  field: z.string(),
  message: z.string(),
});
export type Refusal = z.infer<typeof refusalSchema>;

export const collectQuerySchema = z.strictObject({
  backfill: z
    .enum(['0', '1', 'true', 'false'], 'Use 1 or 0.')
    .default('0')
    .transform((value) => value === '1' || value === 'true'),
});

export const collectAnswerSchema = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.array(refusalSchema),
});
export type CollectAnswer = z.infer<typeof collectAnswerSchema>;
