import { z } from 'zod';
import { idCursor } from '../page-query.ts';
import { rowId } from '../row-id.ts';
import { templateFault } from './template.ts';

export const pixelTypes = [
  'html',
  'image',
  'postback',
  'meta_capi',
  'tiktok_events',
  'google_ads',
  'ga4',
] as const;
export type PixelType = (typeof pixelTypes)[number];

export const pixelStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const;
export type PixelFireStatus = (typeof pixelStatuses)[number];

/**
 * How a further status of a conversion is reported: `new` is an event of its own, `edit` reuses the event id,
 * `increment_payout` sends the growth of the payout; `ignore` sends nothing after the first event of a conversion,
 * `ignore_by_event_id` nothing after the first of an event id.
 */
export const dedupModes = [
  'new',
  'ignore',
  'ignore_by_event_id',
  'edit',
  'increment_payout',
] as const;
export type DedupMode = (typeof dedupModes)[number];

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'Use at most 60 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.');

const secret = z
  .string('Enter the secret.')
  .regex(/^[\x21-\x7e\u2022]{1,1024}$/, 'Enter the secret without spaces.');
const numeric = (sample: string, pattern: RegExp) =>
  z.string().regex(pattern, `Enter digits, such as ${sample}.`);
const line = z
  .string()
  .min(1, 'Enter the value.')
  .max(512, 'Use at most 512 characters.')
  .regex(/^[\x20-\x7e\u2022]*$/, 'Use one line of plain characters.');
const headerName = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const ownHeaders = /^(host|content-.*|transfer-encoding|connection|cookie|te|upgrade|proxy-.*)$/i;

const code = z.string().min(1, 'Write the code.').max(20_000, 'Use at most 20,000 characters.');
const testCode = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Enter the code exactly as the platform shows it.')
  .nullable()
  .default(null);

/** The settings of each type. Responses contain all of them, with masked secrets. */
const configs = {
  html: z.strictObject({ code }),
  image: z.strictObject({}),
  postback: z.strictObject({
    headers: z
      .record(
        z
          .string()
          .refine((key) => key !== '', { message: 'Enter the name of the header.', abort: true })
          .refine((key) => headerName.test(key) && !ownHeaders.test(key), {
            message: 'This header cannot be set.',
          }),
        line,
      )
      .refine((headers) => Object.keys(headers).length <= 10, 'Use at most 10 headers.')
      .default({}),
  }),
  meta_capi: z.strictObject({
    pixel_id: numeric('1234567890', /^\d{10,20}$/),
    access_token: secret,
    test_event_code: testCode,
  }),
  tiktok_events: z.strictObject({
    pixel_code: z.string().regex(/^[A-Z0-9]{15,25}$/, 'Enter 15 to 25 capital letters and digits.'),
    access_token: secret,
    test_event_code: testCode,
  }),
  google_ads: z.strictObject({
    conversion_id: z.string().regex(/^AW-\d{6,12}$/, 'Enter an id such as AW-123456789.'),
    label: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Enter the label as Google shows it.')
      .nullable()
      .default(null),
    customer_id: numeric('1234567890', /^\d{10}$/),
    conversion_action_id: numeric('987654321', /^\d{1,20}$/),
    developer_token: secret,
    access_token: secret,
  }),
  ga4: z.strictObject({
    measurement_id: z.string().regex(/^G-[A-Z0-9]{6,12}$/, 'Enter an id such as G-ABC123DEF4.'),
    api_secret: secret,
  }),
} as const satisfies Record<PixelType, z.ZodType>;

export type PixelConfig<T extends PixelType = PixelType> = z.output<(typeof configs)[T]>;

/** The parts of a config that responses mask. `headers` are secret one by one. */
export const secretFields: Record<PixelType, readonly string[]> = {
  html: [],
  image: [],
  postback: ['headers'],
  meta_capi: ['access_token'],
  tiktok_events: ['access_token'],
  google_ads: ['developer_token', 'access_token'],
  ga4: ['api_secret'],
};

const settings = {
  event: rowId,
  name,
  side: z.enum(['server', 'browser', 'both']),
  status: z.enum(['draft', 'active', 'paused']),
  config: z.record(z.string(), z.unknown()),
  url_template: z.string().nullable(),
  method: z.enum(['GET', 'POST']),
  fire_on: z
    .array(z.enum(pixelStatuses))
    .min(1, 'Choose at least one status.')
    .transform((chosen) => pixelStatuses.filter((status) => chosen.includes(status))),
  dedup_mode: z.enum(dedupModes),
};

type Settings = {
  type: PixelType;
  side: string;
  method: string;
  dedup_mode: string;
  url_template: string | null;
  config: Record<string, unknown>;
};
/** `isName` marks a fault in the last part of the path itself, not in its value. */
type Fault = { path: string[]; message: string; isName?: true };

/** Other events are no conversions; only code runs for every event of a page. */
export const onlyConversionsReported =
  'Only the event that counts as the conversion is reported to partners.';

/** Why a pixel of another event does not fire. */
export const notConversionReason = (event: string): string =>
  `Does not fire: ${event} does not count as the conversion.`;

/** Why a pixel does not fire whose secrets this installation cannot decrypt, as after restoring another database. */
export const lostSecretsReason =
  'Does not fire: its secrets were encrypted with another key than this installation has. Enter them again.';

const hasTemplate = (type: PixelType): boolean => type === 'image' || type === 'postback';

/** What contradicts the type of a pixel, field by field. */
export function pixelFaults(pixel: Settings): Fault[] {
  const { type, side, method, dedup_mode, url_template: url } = pixel;
  const faults: Fault[] = [];
  const say = (field: string, message: string) => faults.push({ path: [field], message });
  if ((type === 'html') !== (side === 'browser')) {
    say('side', type === 'html' ? 'Code runs in the browser.' : 'This type is sent by the server.');
  }
  if (hasTemplate(type)) {
    const fault = url === null ? 'Enter the address to call.' : templateFault(url);
    if (fault) say('url_template', fault);
  } else if (url !== null) say('url_template', 'Only images and postbacks have an address.');
  if (type === 'image' && method !== 'GET') say('method', 'An image is fetched with GET.');
  if (!hasTemplate(type) && method !== 'POST') say('method', 'This type is sent with POST.');
  if (dedup_mode === 'increment_payout' && !hasTemplate(type)) {
    say('dedup_mode', 'Only images and postbacks can send the growth of a payout.');
  }
  const parsed = configs[type].safeParse(pixel.config);
  for (const issue of parsed.error?.issues ?? []) {
    const path = ['config', ...issue.path.map(String)];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        faults.push({ path: [...path, key], message: 'Unknown field.' });
      }
    } else if (issue.code === 'invalid_key') {
      for (const { message } of issue.issues) faults.push({ path, message, isName: true });
    } else faults.push({ path, message: issue.message });
  }
  return faults;
}

/** The config of a pixel that has no faults, with its defaults. */
export function pixelConfigOf<T extends PixelType>(
  type: T,
  config: Record<string, unknown>,
): PixelConfig<T> {
  return configs[type].parse(config) as PixelConfig<T>;
}

export const newPixelSchema = z
  .strictObject({
    affiliate: rowId,
    event: settings.event,
    name: settings.name,
    type: z.enum(pixelTypes),
    side: settings.side.optional(),
    status: settings.status.default('active'),
    config: settings.config.default({}),
    url_template: settings.url_template.default(null),
    method: settings.method.optional(),
    fire_on: settings.fire_on.default(['pending', 'approved']),
    dedup_mode: settings.dedup_mode.default('ignore_by_event_id'),
  })
  .transform((pixel) => ({
    ...pixel,
    side: pixel.side ?? (pixel.type === 'html' ? ('browser' as const) : ('server' as const)),
    method: pixel.method ?? (hasTemplate(pixel.type) ? ('GET' as const) : ('POST' as const)),
  }))
  .superRefine((pixel, context) => {
    for (const { path, message } of pixelFaults(pixel)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });

/**
 * A pixel keeps its type and its affiliate; a secret that is sent back masked stays unchanged. With `updated_at`, a
 * change is refused if the pixel has changed since then.
 */
export const pixelChangeSchema = z
  .strictObject({ ...settings, updated_at: z.iso.datetime() })
  .partial();
export type PixelChange = z.output<typeof pixelChangeSchema>;

export const pixelSchema = z.object({
  id: z.int(),
  affiliate: z.int(),
  /** The master pixel whose event fires it. */
  event: z.int(),
  name: z.string(),
  type: z.enum(pixelTypes),
  side: settings.side,
  /** `error`: too many calls failed, and no more are made until a member activates the pixel again. */
  status: z.enum([...settings.status.options, 'error']),
  config: settings.config,
  /** The code that visitors run, for `html`. It follows the config's code when an owner saves. */
  approved_code: z.string().nullable(),
  url_template: z.string().nullable(),
  method: settings.method,
  fire_on: z.array(z.enum(pixelStatuses)),
  dedup_mode: settings.dedup_mode,
  last_fired_at: z.string().nullable(),
  last_status: z.int().nullable(),
  failures_24h: z.int(),
  /** Why it does not fire although it is active: another event counts as the conversion, or its secrets are lost. */
  silent_reason: z.string().nullable(),
  updated_at: z.string(),
});
export type Pixel = z.infer<typeof pixelSchema>;

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

/** The pixels of one affiliate, or of all affiliates of a project that the reader may see. */
export const pixelQuerySchema = z
  .strictObject({ affiliate: wholeNumber.optional(), project: wholeNumber.optional() })
  .refine(({ affiliate, project }) => (affiliate === undefined) !== (project === undefined), {
    path: ['affiliate'],
    message: 'Name an affiliate or a project.',
  });

export const executionOutcomes = [
  'pending',
  'ok',
  'http_error',
  'timeout',
  'unreachable',
  'blocked_host',
  'invalid',
  'deduped',
] as const;
export type ExecutionOutcome = (typeof executionOutcomes)[number];

export const executionQuerySchema = z.strictObject({
  cursor: idCursor,
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Enter a whole number.')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 200, 'Choose 1 to 200.')
    .default(50),
  outcome: z.enum(executionOutcomes).optional(),
});

export const executionSchema = z.object({
  id: z.string(),
  conversion: z.string(),
  event_id: z.string(),
  status: z.enum(pixelStatuses),
  outcome: z.enum(executionOutcomes),
  /** Whether another attempt follows, the call is done, or the retries have ended. */
  state: z.enum(['waiting', 'done', 'given_up']),
  attempts: z.int(),
  /** A test call, of a conversion that does not exist. */
  is_test: z.boolean(),
  tries: z.array(
    z.object({
      at: z.string(),
      outcome: z.enum(executionOutcomes),
      http_status: z.int().nullable(),
      latency_ms: z.int(),
    }),
  ),
  next_at: z.string().nullable(),
  http_status: z.int().nullable(),
  latency_ms: z.int().nullable(),
  /** The request with every secret masked. */
  request: z.object({ method: z.string(), url: z.string(), body: z.string() }).nullable(),
  response_excerpt: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Execution = z.infer<typeof executionSchema>;
