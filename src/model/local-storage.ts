import { z } from 'zod';
import { affiliateRefSchema, projectRefSchema, sessionSchema } from '#contract/accounts/session.ts';
import { originFilters } from '#contract/analytics/report-query.ts';
import { zoneOf } from '#contract/period.ts';

/** User details outlive a reload together with the project and the affiliates they last worked with. */
const user = sessionSchema
  .omit({ token: true, projects: true, affiliates: true, timezone: true })
  .extend({
    currentProject: z.int().nullable(),
    currentAffiliate: z.int().nullable(),
    chosenAffiliates: z.array(z.int()),
  });

/** What the browser keeps across reloads: these facts and no others. Each is stored under a key of its own. */
export const storedSchemas = {
  token: z.string().min(1),
  user,
  projects: z.array(projectRefSchema),
  affiliates: z.array(affiliateRefSchema),
  timezone: z
    .string()
    .refine((zone) => zoneOf(zone) !== null)
    .nullable(),
  filters: z.partialRecord(z.enum(originFilters), z.array(z.string())),
  chosenOfferIds: z.array(z.string()),
  sidebarRight: z.boolean(),
  browserConversions: z.boolean(),
  uniqueConversions: z.boolean(),
  chosenCountries: z.array(z.string()),
  countries: z.array(z.string()),
};
export type StoredFacts = {
  [Fact in keyof typeof storedSchemas]?: z.infer<(typeof storedSchemas)[Fact]>;
};

/** How somebody likes to see the app; kept beside the facts and gone with the logout too. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Whether single keys act; they do unless somebody says no. */
  singleKeys: z.boolean().optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** The columns of the conversion table, in their order; a preference under a key of its own. */
export const columnsSchema = z.array(z.string().max(64)).max(100);
