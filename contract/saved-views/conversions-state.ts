import { z } from 'zod';
import { conversionViews, emptyLogFilter, logFilterSchema } from '../conversions/log-filter.ts';

/** How the conversions screen opens: its tab and the filters of the log. */
export const conversionsStateSchema = z.object({
  view: z.enum(conversionViews).catch('log'),
  filter: logFilterSchema.catch(emptyLogFilter),
  /** Whether the summary leaves out rows without revenue. */
  isEarning: z.boolean().catch(true),
});
