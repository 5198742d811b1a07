import { z } from 'zod';
import { clocks, longestLookback, models } from '../analytics/attribution.ts';
import { originFilters } from '../analytics/dimensions.ts';
import { comparisons } from '../analytics/report-query.ts';
import { daySchema, momentSchema, presets } from '../period.ts';
import { longestValue } from '../text-length.ts';
import { zoneSchema } from '../time-zone.ts';
import { conversionsStateSchema } from './conversions-state.ts';
import { tableStateSchema } from './table-state.ts';

const id = z.coerce.number().pipe(z.int().positive());
const values = z.array(z.string().min(1).max(longestValue)).max(1_000);
const period = z
  .object({ start: daySchema, end: daySchema })
  .refine(({ start, end }) => start <= end);
const timezone = zoneSchema.nullable();

/**
 * A whole view, as an address holds it; a missing field means the default. Only an address with a project is a view:
 * its values win over the stored ones, and those win over the defaults.
 */
export const viewStateSchema = z.object({
  project: id.optional().catch(undefined),
  affiliates: z.array(id).optional().catch(undefined),
  offerIds: values.optional().catch(undefined),
  countries: values.optional().catch(undefined),
  filters: z.partialRecord(z.enum(originFilters), values).optional().catch(undefined),
  range: z
    .union([z.enum(presets), period])
    .optional()
    .catch(undefined),
  /** Null for no chosen time zone. */
  timezone: timezone.optional().catch(undefined),
  comparison: z.enum(comparisons).optional().catch(undefined),
  comparedPeriod: period.optional().catch(undefined),
  browserConversions: z.boolean().optional().catch(undefined),
  uniqueConversions: z.boolean().optional().catch(undefined),
  model: z.enum(models).optional().catch(undefined),
  lookbackDays: z.coerce
    .number()
    .pipe(z.int().min(1).max(longestLookback))
    .optional()
    .catch(undefined),
  clock: z.enum(clocks).optional().catch(undefined),
  asOf: momentSchema.optional().catch(undefined),
  /** The version of the metric definitions behind the figures of that instant. */
  definitions: id.optional().catch(undefined),
  /** How the conversion table opens; the table reads it from the address itself. */
  table: tableStateSchema.optional().catch(undefined),
  /** How the conversions screen opens, for a view of it; the screen reads it from the address itself. */
  conversions: conversionsStateSchema.optional().catch(undefined),
});
export type ViewState = z.infer<typeof viewStateSchema>;
