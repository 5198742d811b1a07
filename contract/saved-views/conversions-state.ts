import { z } from 'zod';
import { conversionViews, logFilterSchema, openLog } from '../conversions/log-filter.ts';

/** How the screen of conversions is to be opened: which of its views, and what narrows it. */
export const conversionsStateSchema = z.object({
  view: z.enum(conversionViews).catch('log'),
  filter: logFilterSchema.catch(openLog),
  /** Whether the summary leaves out what earned nothing. */
  isEarning: z.boolean().catch(true),
});
