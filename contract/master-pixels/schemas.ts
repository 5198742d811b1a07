import { z } from 'zod';
import { eventNameSchema } from '../names.ts';
import { timezoneSchema } from '../period.ts';

export const consentModes = ['required', 'assumed', 'per_region'] as const;

/**
 * `unverified`: nothing came yet. `silent`: nothing came for longer than its usual traffic explains. `error`: too much
 * of what came was refused. `paused`: somebody stopped it.
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

/** A site that may use a pixel, as a person types it; the server keeps it as browsers send it. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Use at most 253 characters.')
  .regex(host, {
    error: ({ input }) =>
      `“${input}” is no domain: enter it as in shop.example or *.shop.example, without https://, port or path.`,
  });

const settings = {
  name,
  event_name: eventNameSchema,
  domains: z
    .array(domain)
    .max(mostDomains, `Enter at most ${mostDomains} domains.`)
    .transform((given) => [...new Set(given)]),
  consent_mode: z.enum(consentModes, 'Choose when consent is needed.'),
};

export const newMasterPixelSchema = z.strictObject({
  project: z.int(),
  name: settings.name,
  event_name: settings.event_name,
  domains: settings.domains.default([]),
  consent_mode: settings.consent_mode.default('assumed'),
});

/** One pixel of a project is its primary: another becomes it by saying so, and it stops being it in no other way. */
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
  /** Anyone can read it in the pages of a site. */
  key: z.string(),
  /** Sites that may use the key, as browsers send them; none for any site. */
  domains: z.array(z.string()),
  consent_mode: z.enum(consentModes),
  /** What somebody set; `state` is what is seen. */
  status: z.enum(['active', 'paused']),
  state: z.enum(masterPixelStates),
  /** Why it is in this state, as one sentence. */
  state_reason: z.string(),
  created_at: z.string(),
  /** Of events that came with its key, and of its own event from a server. */
  first_seen_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  /** Events of its name in the last 24 hours, whatever key they came with. */
  count_24h: z.int(),
  /** Events of any name that came with its key in the last 24 hours. */
  received_24h: z.int(),
  /** Event pixels that tell partners of its event, for as long as it counts as the conversion. */
  event_pixels: z.int(),
  /** What was refused or marked in the last 24 hours, most first; `bot` counts events that are kept. */
  rejected_24h: z.array(z.object({ reason: z.string(), count: z.int() })),
  script: z.object({
    url: z.string(),
    /** Null while the script is not built. */
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

/** What is to be pasted somewhere, in the order of the steps. Secrets stand in it as placeholders. */
export const snippetSchema = z.array(
  z.object({
    title: z.string(),
    language: z.enum(['html', 'javascript', 'bash', 'php']),
    code: z.string(),
    /** Where it goes and what to look out for. */
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
  /** `found` when a visitor's browser would load the pixel and report with its key. */
  verdict: z.enum(['found', 'not_found']),
  /** The most important thing to know, as one sentence. */
  message: z.string(),
  /** Where the page was found in the end. */
  url: z.string(),
  http_status: z.int().nullable(),
  /** In the order to go through them; `ok` is null for what could not be looked at. */
  checks: z.array(
    z.object({ id: z.enum(verifyChecks), ok: z.boolean().nullable(), message: z.string() }),
  ),
});
export type Verified = z.infer<typeof verifiedSchema>;

export const pixelExecutedQuerySchema = z.strictObject({
  affid: z
    .string('Name the affiliate.')
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be the id of an affiliate'),
  /** 1 for the server's side, 0 for the browser's, both without it. */
  ss: z
    .enum(['0', '1'], 'Use 1 for the server, 0 for the browser, or leave it out for both.')
    .transform((side) => (side === '1' ? (1 as const) : (0 as const)))
    .optional(),
  timezone: timezoneSchema,
  /** Which project is meant where several use the same id. */
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
  /** What is usual in 24 hours; null while too little is known, not there before the first event. */
  expected_24h: z.int().nullable().optional(),
  /** Of the last 24 hours, most first. */
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
  /** Conversions of the last 24 hours by who saw them; null without any. */
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
