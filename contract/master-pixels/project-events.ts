import { z } from 'zod';

/** A master pixel as `GET /api/v1/events/` lists it. */
export const projectEventSchema = z.object({
  id: z.int(),
  name: z.string(),
  event_name: z.string(),
  is_primary: z.boolean(),
  counts_as_revenue: z.boolean(),
  master_pixel: z.string(),
  created_at: z.string(),
  last_executed_at: z.string().nullable(),
  count_24h: z.int(),
});
