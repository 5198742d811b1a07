import { z } from 'zod';
import { affiliateRefSchema, projectRefSchema, sessionSchema } from '#contract/accounts/session.ts';
import { originFilters } from '#contract/analytics/dimensions.ts';
import { zoneSchema } from '#contract/time-zone.ts';

/** The user details that survive a reload, with the last chosen project and affiliates. */
const user = sessionSchema
  .omit({ token: true, projects: true, affiliates: true, timezone: true, timezone_notice: true })
  .extend({
    currentProject: z.int().nullable(),
    currentAffiliate: z.int().nullable(),
    chosenAffiliates: z.array(z.int()),
  });

/** Everything the browser stores across reloads, each fact under a key of its own. */
export const storedSchemas = {
  token: z.string().min(1),
  user,
  projects: z.array(projectRefSchema),
  affiliates: z.array(affiliateRefSchema),
  timezone: zoneSchema.nullable(),
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

/** The display preferences; they are stored like the facts and removed at logout too. */
export const preferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Whether single-key shortcuts work; they do unless a person switches them off. */
  singleKeys: z.boolean().optional(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** The visible columns of the conversion table in their order, stored under a key of its own. */
export const columnsSchema = z.array(z.string().max(64)).max(100);
