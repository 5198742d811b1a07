import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { daySchema, timezoneSchema } from '../period.ts';

/**
 * What became of a postback: it was taken, it had been taken before, its click was never seen, its click is too old to
 * be paid for, or it could not be read. The latter three of what was taken are told from its conversion as it is now.
 */
export const postbackResults = [
  'accepted',
  'duplicate',
  'unknown_click',
  'expired_window',
  'parse_error',
] as const;
export type PostbackResult = (typeof postbackResults)[number];

/** Days that a postback is kept. */
export const postbackDays = 30;

const pageSize = 'Choose from 1 to 200 rows.';

export const postbackLogQuerySchema = z.strictObject({
  project_id: integer,
  /** Days of the time zone, both included; without them all that are kept. */
  start_date: daySchema.optional(),
  end_date: daySchema.optional(),
  timezone: timezoneSchema,
  result: z.enum(postbackResults, `Choose one of ${postbackResults.join(', ')}.`).optional(),
  /** The beginning of its click's id or its transaction's. */
  search: z.string().trim().min(1, 'Enter the beginning of an id.').max(200).optional(),
  limit: integer.pipe(z.int().min(1, pageSize).max(200, pageSize)).default(50),
  /** What `X-Next-Cursor` said. */
  cursor: z
    .string()
    .regex(/^\d{1,15}\.\d{1,18}$/, 'Enter a cursor that an earlier answer gave.')
    .optional(),
});
export type PostbackLogQuery = z.output<typeof postbackLogQuerySchema>;

export const loggedPostbackSchema = z.object({
  id: z.int(),
  received_at: z.string(),
  method: z.string(),
  /** What was asked, with secrets masked; a body stands in it as if it had been part of the address. */
  address: z.string(),
  /** The network it came from; the whole address where the project keeps addresses. */
  from: z.string(),
  result: z.enum(postbackResults),
  /** What could not be read of it, and why, in a sentence. */
  field: z.string().nullable(),
  message: z.string().nullable(),
  event_name: z.string(),
  click_id: z.string(),
  order_id: z.string(),
  /** As it was sent. */
  value: z.string(),
  currency: z.string(),
  status: z.string(),
  /** Null where it is part of none: it could not be read, is no conversion, or is not worked through yet. */
  conversion_id: z.string().nullable(),
});
export type LoggedPostback = z.infer<typeof loggedPostbackSchema>;
