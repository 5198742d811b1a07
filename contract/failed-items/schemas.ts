import { z } from 'zod';
import { idCursor, pageSize } from '../page-query.ts';

/**
 * The queues of the server whose items may fail: events on their way into the figures, conversions that are computed,
 * decisions and corrections, recomputations after a change of settings, conversions that are sent to partners, the
 * mails of invites, and scheduled work.
 */
export const failedQueues = [
  'events',
  'conversions',
  'decisions',
  'recompute',
  'pixels',
  'mails',
  'jobs',
] as const;
const failedQueueSchema = z.enum(failedQueues);
export type FailedQueue = z.infer<typeof failedQueueSchema>;

/** The subject of an item: its kind, and what is known about it. */
const failedSubjectSchema = z.object({
  kind: z.enum([
    'event',
    'cost',
    'conversion',
    'conversions',
    'decision',
    'correction',
    'project',
    'invite',
    'job',
  ]),
  /**
   * The name of an event, the status of a decision, the affiliate of a correction, the address of an invite or the name
   * of a job.
   */
  name: z.string().nullable(),
  /** The order id of an event that has one. */
  order: z.string().nullable(),
  /** The conversion, where it is one that can be opened. */
  conversion: z.string().nullable(),
  /** When it arrived or happened. */
  time: z.string().nullable(),
});
export type FailedSubject = z.infer<typeof failedSubjectSchema>;

/** What kind of error a reason tells. */
export const reasonKindSchema = z.enum([
  'too_large',
  'warehouse',
  'mail_refused',
  'mail_server',
  'other',
]);
export type ReasonKind = z.infer<typeof reasonKindSchema>;

/** Something that failed for good or too often, and was set aside so that the others go on. */
const failedItemSchema = z.object({
  id: z.int(),
  queue: failedQueueSchema,
  /** What failed, as its queue names it: an event's number, a conversion or a version. */
  item: z.string(),
  subject: failedSubjectSchema,
  /** The error, without any text that was collected or mailed. */
  reason: z.string(),
  reason_kind: reasonKindSchema,
  tries: z.int(),
  set_aside_at: z.string(),
});
export type FailedItem = z.infer<typeof failedItemSchema>;

export const failedItemsSchema = z.array(failedItemSchema);

const failedCountSchema = z.object({ queue: failedQueueSchema, count: z.int() });
export type FailedCount = z.infer<typeof failedCountSchema>;

/** How many items of each queue are set aside; a queue without any is left out. */
export const failedCountsSchema = z.array(failedCountSchema);

export const failedCountsQuerySchema = z.strictObject({
  project: z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number.')
    .transform(Number),
});

export const failedItemsQuerySchema = failedCountsQuerySchema.extend({
  queue: failedQueueSchema.optional(),
  cursor: idCursor,
  page_size: pageSize,
});

export const retryQueueSchema = z.strictObject({ project: z.int(), queue: failedQueueSchema });

/** How many items are tried again, and how many remain because they were refused, with the reason of the first. */
export const retriedSchema = z.object({
  retried: z.int(),
  remaining: z.int(),
  reason: z.string().nullable(),
});
export type Retried = z.infer<typeof retriedSchema>;
