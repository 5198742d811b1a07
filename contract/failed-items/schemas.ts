import { z } from 'zod';

/**
 * The queues of the server whose items may fail: events on their way into the figures, conversions that are computed,
 * decisions and corrections, recomputations after a change of settings, and conversions that are sent to partners.
 */
const failedQueues = ['events', 'conversions', 'decisions', 'recompute', 'pixels'] as const;
export type FailedQueue = (typeof failedQueues)[number];

/** Something that failed for good or too often, and was set aside so that the others go on. */
export const failedItemSchema = z.object({
  id: z.int(),
  queue: z.enum(failedQueues),
  /** What failed, as its queue names it: an event's number, a conversion or a version. */
  item: z.string(),
  /** The error, without any text that was collected. */
  reason: z.string(),
  tries: z.int(),
  set_aside_at: z.string(),
});
export type FailedItem = z.infer<typeof failedItemSchema>;

export const failedItemsSchema = z.object({
  /** How many were set aside; the list shows the latest. */
  total: z.int(),
  items: z.array(failedItemSchema),
});

export const failedItemsQuerySchema = z.strictObject({
  project: z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number.')
    .transform(Number),
});
