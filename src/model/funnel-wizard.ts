import { z } from 'zod';
import {
  countings,
  type Definition,
  definitionSchema,
  listOperators,
  numberOperators,
  presenceOperators,
  stepSchema,
  textOperators,
} from '#contract/funnels/definition.ts';
import type { DetectedFunnel } from '#contract/funnels/discovery.ts';
import type { Funnel, FunnelTemplate } from '#contract/funnels/schemas.ts';
import { templates } from '#contract/funnels/templates.ts';
import { slugOf } from '#contract/slug.ts';

/** The steps of the wizard in which something is entered. */
export const wizardSteps = ['naming', 'steps', 'settings', 'review'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** What the author has entered. */
export type WizardDraft = {
  name: string;
  slug: string;
  /** Whether somebody wrote the slug; until then it follows the name. */
  hasOwnSlug: boolean;
  definition: Definition;
};

/** The funnel that the server created of the draft, at the version that this wizard stored last. */
export type CreatedFunnel = Pick<Funnel, 'slug' | 'version'>;

/** An unfinished funnel, and where its author was. */
export type StoredWizard = { draft: WizardDraft; at: WizardStep; created: CreatedFunnel | null };

const text = z.string();
const texts = { property: text, value: text };
const storedFilter = z.union([
  z.object({ ...texts, operator: z.enum(textOperators) }),
  z.object({ ...texts, operator: z.enum(numberOperators) }),
  z.object({ property: text, operator: z.enum(listOperators), values: z.array(text) }),
  z.object({ property: text, operator: z.enum(presenceOperators) }),
]);
const storedMatcher = z.object({
  any: z.array(z.object({ event: text, filters: z.array(storedFilter) })),
});

/** The same definition as far as its form goes: what somebody still writes need not be valid. */
const storedDefinition = definitionSchema.extend({
  count_by: z.enum(countings),
  window_minutes: z.number(),
  steps: z.array(
    stepSchema.extend({
      slug: text,
      name: text,
      matcher: storedMatcher,
      window_minutes: z.number().nullable(),
      page_url: text.nullable(),
      expected_rate: z.number().nullable(),
    }),
  ),
  exclusions: z.array(z.object({ matcher: storedMatcher, from_step: text, to_step: text })),
});

/** The form in which the browser stores it. */
export const storedWizardSchema = z.object({
  draft: z.object({
    name: text,
    slug: text,
    hasOwnSlug: z.boolean(),
    definition: storedDefinition,
  }),
  at: z.enum(wizardSteps),
  /** Browsers may hold a draft of an earlier version, which did not store this. */
  created: z.object({ slug: text, version: z.int() }).nullable().default(null),
});

const week = 10_080;

/** The names that funnels of the templates begin with. */
export const templateNames: Record<FunnelTemplate, string> = {
  lead_gen: 'Lead generation',
  vsl_checkout_upsell: 'Sales letter with upsell',
  advertorial_offer: 'Advertorial',
  quiz: 'Quiz',
  direct_link: 'Direct link',
};

const draftOf = (name: string, definition: Definition): WizardDraft => ({
  name,
  slug: slugOf(name),
  hasOwnSlug: false,
  definition,
});

export const emptyDraft = (): WizardDraft =>
  draftOf('', { count_by: 'visitor', window_minutes: week, steps: [], exclusions: [] });

export const draftOfTemplate = (template: FunnelTemplate): WizardDraft =>
  draftOf(templateNames[template], { ...templates[template], exclusions: [] });

export const draftOfDetected = ({ name, definition }: DetectedFunnel): WizardDraft =>
  draftOf(name, definition);

export const withName = (draft: WizardDraft, name: string): WizardDraft => ({
  ...draft,
  name,
  slug: draft.hasOwnSlug ? draft.slug : slugOf(name),
});
