import { z } from 'zod';
import { daySchema, presets, zoneOf } from './period.ts';

const id = z.coerce.number().pipe(z.int().positive());

/** What an address asks to be opened with. It wins over what was remembered, and that over the defaults. */
export const openingSchema = z.object({
  project: id.optional().catch(undefined),
  affiliates: z.array(id).optional().catch(undefined),
  range: z
    .union([z.enum(presets), z.object({ start: daySchema, end: daySchema })])
    .optional()
    .catch(undefined),
  timezone: z
    .string()
    .refine((zone) => zoneOf(zone) !== null)
    .optional()
    .catch(undefined),
  comparison: z.enum(['none', 'previous', 'same_elapsed', 'last_year']).optional().catch(undefined),
  browserConversions: z.boolean().optional().catch(undefined),
  uniqueConversions: z.boolean().optional().catch(undefined),
});
export type Opening = z.infer<typeof openingSchema>;
