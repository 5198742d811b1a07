import { z } from 'zod';
import { eventNameSchema } from '../name-fields.ts';
import { timezoneSchema } from '../time-zone.ts';

export const consentModes = ['required', 'assumed', 'per_region'] as const;

/**
 * `unverified`: no event yet. `silent`: no event for longer than the usual traffic explains. `error`: the collector
 * refused too many events. `paused`: a member paused it.
 */
export const masterPixelStates = ['unverified', 'active', 'silent', 'error', 'paused'] as const;
export type MasterPixelState = (typeof masterPixelStates)[number];

const mostDomains = 50;

const name = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'Use at most 60 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.');

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
const host = new RegExp(`^(?:(?:${label}\\.)*${label}|\\*(?:\\.${label}){2,})$`, 'u');

/** A site that may use a pixel, as a person types it; the server stores it as browsers send it. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Use at most 253 characters.')
  .regex(host, {
    error: ({ input }) =>
      `“${input}” is not a domain: enter one like shop.example or *.shop.example, without https://, port or path.`,
  });

const settings = {
  name,
  event_name: eventNameSchema,
  domains: z
    .array(domain)
    .max(mostDomains, `Enter at most ${mostDomains} domains.`)
    .transform((domains) => [...new Set(domains)]),
  consent_mode: z.enum(consentModes, 'Choose when consent is needed.'),
};

export const newMasterPixelSchema = z.strictObject({
  project: z.int(),
  name: settings.name,
  event_name: settings.event_name,
  domains: settings.domains.default([]),
  consent_mode: settings.consent_mode.default('assumed'),
});

/** A project has one primary pixel: only setting `is_primary` on another pixel changes it. */
export const masterPixelChangeSchema = z
  .strictObject({
    ...settings,
    status: z.enum(['active', 'paused'], 'Use active or paused.'),
    is_primary: z.literal(true, 'Make another pixel the primary one instead.'),
  })
  .partial();

export const masterPixelSchema = z.object({
  id: z.int(),
  project: z.int(),
  name: z.string(),
  event_name: z.string(),
  is_primary: z.boolean(),
  counts_as_revenue: z.boolean(),
  /** The key is public: every page of the site shows it. */
  key: z.string(),
  /** Sites that may use the key, as browsers send them; an empty list allows every site. */
  domains: z.array(z.string()),
  consent_mode: z.enum(consentModes),
  /** The status that a member set; `state` is derived from it and from the traffic. */
  status: z.enum(['active', 'paused']),
  state: z.enum(masterPixelStates),
  /** The reason for this state, as one sentence. */
  state_reason: z.string(),
  created_at: z.string(),
  /** The first event with its key, or of its event name from a server. */
  first_seen_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  /** Events of its name in the last 24 hours, with any key. */
  count_24h: z.int(),
  /** Events of any name with its key in the last 24 hours. */
  received_24h: z.int(),
  /** The number of event pixels that report its event to partners, while it counts as the conversion. */
  event_pixels: z.int(),
  /** Refused or marked events of the last 24 hours, most frequent first; the events under `bot` are stored. */
  rejected_24h: z.array(z.object({ reason: z.string(), count: z.int() })),
  script: z.object({
    url: z.string(),
    /** Null before the script is built. */
    version: z.string().nullable(),
    versioned_url: z.string().nullable(),
  }),
});
export type MasterPixel = z.infer<typeof masterPixelSchema>;

const projectId = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

/** A project by its slug or by its id. */
export const masterPixelQuerySchema = z
  .strictObject({ project__slug: z.string().max(120).optional(), project: projectId.optional() })
  .refine(
    ({ project__slug, project }) => (project__slug === undefined) !== (project === undefined),
    {
      path: ['project'],
      message: 'Name the project by project or by project__slug.',
    },
  );

export const snippetKinds = ['html', 'gtm', 'shopify', 's2s'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export const snippetQuerySchema = z.strictObject({
  kind: z.enum(snippetKinds, 'Use html, gtm, shopify or s2s.').default('html'),
});

/** What to paste, in the order of the steps. Secrets appear as placeholders. */
export const snippetSchema = z.array(
  z.object({
    title: z.string(),
    language: z.enum(['html', 'javascript', 'bash', 'php']),
    code: z.string(),
    /** Where to paste it and what to check. */
    note: z.string(),
  }),
);
export type Snippet = z.infer<typeof snippetSchema>;

export const verifyBodySchema = z.strictObject({
  url: z
    .string('Enter the address of a page.')
    .trim()
    .max(2_048, 'Use at most 2,048 characters.')
    .regex(/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, 'Enter an address like https://shop.example/.'),
});

export const verifyChecks = [
  'reachable',
  'script',
  'key',
  'once',
  'csp_script',
  'csp_connect',
  'domain',
] as const;

export const verifiedSchema = z.object({
  /** `found` if a visitor's browser would load the pixel and report with its key. */
  verdict: z.enum(['found', 'not_found']),
  /** The most important finding, as one sentence. */
  message: z.string(),
  /** The address after all redirects. */
  url: z.string(),
  http_status: z.int().nullable(),
  /** In the order to fix them; `ok` is null for a check that could not run. */
  checks: z.array(
    z.object({ id: z.enum(verifyChecks), ok: z.boolean().nullable(), message: z.string() }),
  ),
});
export type Verified = z.infer<typeof verifiedSchema>;

export const pixelExecutedQuerySchema = z.strictObject({
  affid: z
    .string('Name the affiliate.')
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be the id of an affiliate'),
  /** 1 for the server's side, 0 for the browser's, left out for both. */
  ss: z
    .enum(['0', '1'], 'Use 1 for the server, 0 for the browser, or leave it out for both.')
    .transform((side) => (side === '1' ? (1 as const) : (0 as const)))
    .optional(),
  timezone: timezoneSchema,
  /** The project, for an id that several projects use. */
  project_id: projectId.optional(),
});

export const executedChecks = [
  'event_id_present',
  'value_present',
  'value_agrees',
  'snippet_once',
] as const;

export const pixelExecutedSchema = z.object({
  executed: z.boolean(),
  affid: z.string(),
  ss: z.union([z.literal(0), z.literal(1)]).nullable(),
  first_executed_at: z.string().nullable(),
  last_executed_at: z.string().nullable(),
  count_today: z.int(),
  count_24h: z.int(),
  /** The usual count of 24 hours; null while there is too little history, missing before the first event. */
  expected_24h: z.int().nullable().optional(),
  /** Of the last 24 hours, most frequent first. */
  events: z.array(
    z.object({ event_name: z.string(), count_24h: z.int(), last_executed_at: z.string() }),
  ),
  checks: z.array(
    z.object({
      id: z.enum(executedChecks),
      ok: z.boolean(),
      value: z.number(),
      message: z.string(),
    }),
  ),
  /** Conversions of the last 24 hours by the sides that reported them; null without any. */
  dedup: z
    .object({
      both: z.int(),
      server_only: z.int(),
      browser_only: z.int(),
      match_rate: z.number(),
    })
    .nullable(),
});
export type PixelExecuted = z.infer<typeof pixelExecutedSchema>;
