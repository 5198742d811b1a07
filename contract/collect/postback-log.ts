import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { daySchema } from '../period.ts';
import { timezoneSchema } from '../time-zone.ts';

/**
 * The result of a postback: accepted, a duplicate, its click is unknown, its click is too old to earn, or it could not
 * be read. For an accepted postback, `unknown_click` and `expired_window` come from its conversion's present state.
 */
export const postbackResults = [
  'accepted',
  'duplicate',
  'unknown_click',
  'expired_window',
  'parse_error',
] as const;
export type PostbackResult = (typeof postbackResults)[number];

/** How many days a postback is stored. */
export const postbackRetentionDays = 30;

const pageSize = 'Choose from 1 to 200 rows.';

export const postbackLogQuerySchema = z.strictObject({
  project_id: integer,
  /** Days in the time zone, both included; if missing, all stored days. */
  start_date: daySchema.optional(),
  end_date: daySchema.optional(),
  timezone: timezoneSchema,
  result: z.enum(postbackResults, `Choose one of ${postbackResults.join(', ')}.`).optional(),
  /** The first characters of the id of a click or a transaction. */
  search: z.string().trim().min(1, 'Enter the beginning of an id.').max(200).optional(),
  limit: integer.pipe(z.int().min(1, pageSize).max(200, pageSize)).default(50),
  /** The `X-Next-Cursor` of the previous page. */
  cursor: z
    .string()
    .regex(/^\d{1,15}\.\d{1,18}$/, 'Use a cursor from an earlier response.')
    .optional(),
});
export type PostbackLogQuery = z.output<typeof postbackLogQuerySchema>;

export const loggedPostbackSchema = z.object({
  id: z.int(),
  received_at: z.string(),
  method: z.string(),
  /** The requested address with masked secrets; the fields of a body appear in it like parameters. */
  address: z.string(),
  /** The network of the sender; the whole address if the project stores addresses. */
  from: z.string(),
  result: z.enum(postbackResults),
  /** The field that could not be read. */
  field: z.string().nullable(),
  /** Why it could not be read, or which earlier conversion it updates, as a sentence. */
  message: z.string().nullable(),
  event_name: z.string(),
  click_id: z.string(),
  order_id: z.string(),
  /** The value as the sender reported it. */
  value: z.string(),
  currency: z.string(),
  status: z.string(),
  /** Null if the postback could not be read, is no conversion, or is still being processed. */
  conversion_id: z.string().nullable(),
});
export type LoggedPostback = z.infer<typeof loggedPostbackSchema>;
