import { z } from 'zod';
import { storedDimensions } from '../analytics/dimensions.ts';
import { slugSchema } from '../slug.ts';

/** The fewest and the most steps of a published funnel; a draft may have fewer. */
export const fewestSteps = 2;
export const mostSteps = 10;
export const mostAlternatives = 3;
export const mostFilters = 6;
export const mostExclusions = 4;
/** The longest conversion window, in minutes: 90 days. */
export const longestWindow = 129_600;
export const longestRegex = 200;
/** The longest texts, in characters. */
export const longestFunnelName = 80;
export const longestStepName = 60;
const longestDescription = 500;
export const longestValue = 500;
const longestEventName = 64;
/** The most values that one filter compares with. */
const mostValues = 50;

/** The columns of an event that a filter may read. */
export const eventProperties = [
  'path',
  'host',
  ...storedDimensions,
  'value',
  'status',
  'side',
] as const;

/** `query.utm_id`: a parameter of the page's address; `custom.sku`: a field that the sender added. */
const namedProperty = /^(?:query|custom)\.[\p{L}\p{N}_.-]{1,64}$/u;

export const isEventProperty = (text: string): boolean =>
  eventProperties.some((one) => one === text) || namedProperty.test(text);

const propertySchema = z.string().refine(isEventProperty, {
  error: ({ input }) => `“${String(input)}” is no property of an event. Choose one from the list.`,
});

export const textOperators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'regex',
] as const;
export const listOperators = ['in', 'not_in'] as const;
export const numberOperators = ['gt', 'gte', 'lt', 'lte'] as const;
export const presenceOperators = ['is_set', 'is_not_set'] as const;

const value = z
  .string('Enter a value.')
  .min(1, 'Enter a value.')
  .max(longestValue, `Use at most ${longestValue} characters.`)
  .refine(
    (text) => !/[\0\p{Surrogate}]/u.test(text),
    'Remove the characters that cannot be stored.',
  );

/**
 * One condition on an event. Texts are compared without regard to letter case, except by `regex` (RE2). A missing value
 * meets `is_not_set` alone: it is unknown, so that neither `equals` nor `not_equals` holds for it.
 */
export const eventFilterSchema = z.discriminatedUnion('operator', [
  z.strictObject({
    property: propertySchema,
    operator: z.enum(textOperators),
    value,
  }),
  z.strictObject({
    property: propertySchema,
    operator: z.enum(listOperators),
    values: z
      .array(value)
      .min(1, 'Enter at least one value.')
      .max(mostValues, `Use at most ${mostValues} values.`),
  }),
  z.strictObject({
    property: propertySchema,
    operator: z.enum(numberOperators),
    value: z
      .string('Enter a number.')
      .regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'Enter a number such as 50 or 49.90.'),
  }),
  z.strictObject({ property: propertySchema, operator: z.enum(presenceOperators) }),
]);
export type EventFilter = z.infer<typeof eventFilterSchema>;

export const eventFiltersSchema = z
  .array(eventFilterSchema)
  .max(mostFilters, `Use at most ${mostFilters} filters.`);

const alternativeSchema = z.strictObject({
  event: z
    .string('Choose an event.')
    .trim()
    .toLowerCase()
    .min(1, 'Choose an event.')
    .max(longestEventName, `Use at most ${longestEventName} characters.`),
  filters: eventFiltersSchema.default([]),
});
/** An event with conditions that must all hold. */
export type Alternative = z.infer<typeof alternativeSchema>;

/** Which events a step counts: those that meet any of the alternatives. */
export const matcherSchema = z.strictObject({
  any: z
    .array(alternativeSchema)
    .min(1, 'Choose an event.')
    .max(mostAlternatives, `Use at most ${mostAlternatives} alternatives.`),
});
export type Matcher = z.infer<typeof matcherSchema>;

export const stepKinds = [
  'landing',
  'optin',
  'survey',
  'sales',
  'checkout',
  'order',
  'upsell',
  'downsell',
  'thankyou',
  'offer_click',
  'custom',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** What breaks a line, or writes what follows a name backwards. */
const unwritable = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const nameRule = 'Enter a name without line breaks.';
const nameOf = (longest: number) =>
  z
    .string('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(longest, `Use at most ${longest} characters.`)
    .refine((text) => text === '' || /[^\p{C}\p{Z}\p{M}]/u.test(text), 'Enter a name.')
    .refine((text) => !unwritable.test(text), nameRule);

export const funnelNameSchema = nameOf(longestFunnelName);
export const descriptionSchema = z
  .string()
  .trim()
  .max(longestDescription, `Use at most ${longestDescription} characters.`)
  .refine(
    (text) => !/(?![\n\r\t])[\p{Cc}\p{Surrogate}]/u.test(text),
    'Remove the characters that cannot be stored.',
  );

export const targetCpaSchema = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Enter an amount such as 25 or 24.90.');

const windowRule = 'Choose from 1 minute to 90 days.';
export const windowSchema = z.int(windowRule).min(1, windowRule).max(longestWindow, windowRule);

const share = z.number('Enter a share.').min(0, 'Enter 0 to 100 %.').max(1, 'Enter 0 to 100 %.');

export const stepSchema = z.strictObject({
  slug: slugSchema,
  name: nameOf(longestStepName),
  kind: z.enum(stepKinds),
  matcher: matcherSchema,
  /** People may skip it: it has no part in how far an attempt came. */
  optional: z.boolean().default(false),
  /** The longest time from the required step before, in minutes; null allows what the funnel's window allows. */
  window_minutes: windowSchema.nullable().default(null),
  /** The page of the step, for a link. */
  page_url: z
    .url({ protocol: /^https?$/, error: 'Enter an address like https://example.com.' })
    .max(2_048, 'Use at most 2,048 characters.')
    .nullable()
    .default(null),
  /** The share of the people of the step before that is expected here; opportunities compare with it. */
  expected_rate: share.nullable().default(null),
});
export type Step = z.infer<typeof stepSchema>;

export const exclusionSchema = z.strictObject({
  matcher: matcherSchema,
  /** Slugs of two required steps: an attempt with such an event after the first and before the second is void. */
  from_step: slugSchema,
  to_step: slugSchema,
});
export type Exclusion = z.infer<typeof exclusionSchema>;

export const countings = ['visitor', 'click'] as const;
export type Counting = (typeof countings)[number];

/** All that decides which people and attempts a funnel counts. */
export const definitionSchema = z.strictObject({
  count_by: z.enum(countings),
  /** The longest time from the first step to the last, in minutes; exactly so long still counts. */
  window_minutes: windowSchema,
  steps: z.array(stepSchema).max(mostSteps, `A funnel has at most ${mostSteps} steps.`),
  exclusions: z
    .array(exclusionSchema)
    .max(mostExclusions, `Use at most ${mostExclusions} exclusions.`)
    .default([]),
});
export type Definition = z.infer<typeof definitionSchema>;
