import { z } from 'zod';

export const offerSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'pending', 'paused']),
  conversions_30d: z.int(),
  last_seen_at: z.string().nullable(),
});
export type Offer = z.infer<typeof offerSchema>;
