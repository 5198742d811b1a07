import { z } from 'zod';
import { integer, reportQuerySchema } from '../analytics/report-query.ts';
import { conversionRecords, exclusions } from './query.ts';
import { shortestSearch } from './shortest-search.ts';

const { affiliate_id, project_id } = reportQuerySchema.shape;
const many = 'Choose from 1 to 50 results.';

export const searchQuerySchema = z.strictObject({
  affiliate_id,
  project_id,
  /** The beginning of an order, click, event or conversion id, an order's digits, or a part of a name. */
  search: z
    .string()
    .trim()
    .min(shortestSearch, 'Enter at least two characters.')
    .max(200, 'Enter at most 200 characters.'),
  limit: integer.pipe(z.int().min(1, many).max(50, many)).default(8),
});

const foundConversionSchema = z.object({
  id: z.string(),
  project_id: z.int(),
  record: z.enum(conversionRecords),
  order_id: z.string().nullable(),
  /** ISO 8601 in UTC. */
  event_time: z.string(),
  status: z.string(),
  excluded_reason: z.enum(exclusions).nullable(),
  value: z.number().meta({ unit: 'currency' }),
  /** The currency of the project. */
  currency: z.string(),
});
export type FoundConversion = z.infer<typeof foundConversionSchema>;

const foundKinds = ['campaign', 'adset', 'ad'] as const;
const foundNameSchema = z.object({ kind: z.enum(foundKinds), id: z.string(), name: z.string() });

export const searchAnswerSchema = z.object({
  /** Of all days: those with exactly this id first, then the latest. */
  conversions: z.array(foundConversionSchema),
  /** Campaigns, ad sets and ads whose name contains the text or whose id begins with it. */
  campaigns: z.array(foundNameSchema),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
