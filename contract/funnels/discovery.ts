import { z } from 'zod';
import { integer } from '../analytics/report-query.ts';
import { definitionSchema, eventProperties } from './definition.ts';

const count = z.int();

/** A preview counts an unsaved draft over the last days. */
export const funnelPreviewSchema = z.strictObject({
  project: z.int(),
  definition: definitionSchema,
  /** The published definition to compare the draft with. */
  against: definitionSchema.nullable().default(null),
  days: z.int().min(1).max(30).default(7),
});
export type FunnelPreview = z.input<typeof funnelPreviewSchema>;

export const funnelPreviewAnswerSchema = z.object({
  /** Whether only a tenth of the people was read, because all would have taken too long. */
  sampled: z.boolean(),
  days: z.int(),
  steps: z.array(
    z.object({
      slug: z.string(),
      events: count,
      people: count,
      /** People who came here in the order of the steps. */
      reached: count,
      last_seen_at: z.string().nullable(),
      sample: z.array(
        z.object({
          event: z.string(),
          at: z.string(),
          page: z.string().nullable(),
          person: z.string(),
        }),
      ),
    }),
  ),
  excluded: count,
  rate: z.number().nullable(),
  /** The overall rate of `against` over the same days. */
  rate_before: z.number().nullable(),
  /** Signs that the draft counts something else than intended: a step without events, two equal neighbours. */
  warnings: z.array(z.object({ step: z.string().nullable(), message: z.string() })),
});
export type FunnelPreviewAnswer = z.infer<typeof funnelPreviewAnswerSchema>;

export const eventCatalogQuerySchema = z.strictObject({
  project_id: integer,
  days: integer.pipe(z.int().min(1).max(90)).default(30),
});
export const eventCatalogSchema = z.array(
  z.object({
    event: z.string(),
    events: count,
    last_seen_at: z.string(),
    /** The properties of the latest 2,000 events, with their most frequent values and how often these have them. */
    properties: z.array(
      z.object({
        property: z.string(),
        values: z.array(z.object({ value: z.string(), events: count })),
      }),
    ),
  }),
);
export type EventCatalog = z.infer<typeof eventCatalogSchema>;
export type CatalogEvent = EventCatalog[number];

export const detectQuerySchema = z.strictObject({ project_id: integer });
/** Frequent paths that end with the project's conversion, the most frequent first; empty if there are none. */
export const detectedFunnelsSchema = z.array(
  z.object({
    name: z.string(),
    people: count,
    converted: count,
    definition: definitionSchema,
  }),
);
export type DetectedFunnel = z.infer<typeof detectedFunnelsSchema>[number];

/** The properties whose values the catalogue lists. */
export const listedProperties = eventProperties.filter((one) => one !== 'value');
