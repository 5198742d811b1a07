import { z } from 'zod';
import { browserDimensions } from '../analytics/dimensions.ts';
import { unstorablePattern } from '../storable-text.ts';

export const maxPublicEvents = 500;

/** The public key of a master pixel: every visitor can read it, and it can only report the browser's side. */
const pixelKey = z
  .string('must be a text')
  .regex(/^mp_[\w-]{4,64}$/, 'must be the public key of a master pixel, which begins with mp_');

/**
 * The event fields that a browser may send. Other fields (side, status, payout, costs, refunds) need the key of a
 * server; the network address and the browser are read from the request itself.
 */
export const publicEventFields = [
  'event_id',
  'event_name',
  'event_time',
  'visitor_id',
  'external_id',
  'click_id',
  'order_id',
  'value',
  'currency',
  'url',
  ...browserDimensions,
  'fbclid',
  'gclid',
  'gbraid',
  'wbraid',
  'ttclid',
  'msclkid',
  'ScCid',
  'fbp',
  'fbc',
  'params',
  'test',
] as const;

/** The body of `POST /t/e`: JSON, also when a beacon sends it as text/plain. */
export const publicBodySchema = z.strictObject({
  key: pixelKey,
  /** The sender's clock at the time of sending, in milliseconds; corrects event times of a wrong clock. */
  sent_at: z.number('must be Unix milliseconds').optional(),
  /** If missing, the consent mode of the pixel applies. */
  consent: z.enum(['granted', 'denied'], 'must be granted or denied').optional(),
  events: z
    .array(z.unknown(), 'Send a list of events.')
    .min(1, 'Send at least one event.')
    .max(maxPublicEvents, `Send at most ${maxPublicEvents} events at once.`)
    .describe(
      `Each event is checked on its own. Fields of an event: ${publicEventFields.join(', ')}.`,
    ),
});

const isStorable = (value: string): boolean => !unstorablePattern.test(value);
const onceText = z.string('must be given once').max(2_048);

/**
 * The address of the image for pages without script: `k` the key, `e` the event, `u` the page, `r` the referrer. Other
 * event fields are taken by their own names; unknown parameters are ignored.
 */
export const imageQuerySchema = z.looseObject({
  k: pixelKey,
  e: onceText.default('page_view'),
  u: onceText.optional(),
  r: onceText.optional(),
  consent: publicBodySchema.shape.consent,
});

export const linkParamsSchema = z.strictObject({
  affid: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be the id of an affiliate'),
});

/** A tracking link: `k` names the company, for an affiliate id that several companies use. */
export const linkQuerySchema = z.looseObject({
  k: pixelKey.optional(),
  offer: onceText.refine(isStorable, 'This contains characters that cannot be stored.').optional(),
  format: z.enum(['json'], 'Use json, or leave it out to be redirected.').optional(),
});
export const linkAnswerSchema = z.object({
  /** Null for a visitor who does not want to be recognised. */
  click_id: z.string().nullable(),
  url: z.string(),
});

/** A name in an address is looked up, so that an unknown one answers 404. */
export const testParamsSchema = z.strictObject({
  slug: z.string().max(60).refine(isStorable, 'This contains characters that cannot be stored.'),
});

/**
 * The link of a split test: `preview` with `v` looks at a variant, everything else is carried to the page.
 * `format=json` asks which variant a page shows to the visitor or click that it names.
 */
export const testQuerySchema = z.looseObject({
  k: pixelKey.optional(),
  preview: onceText.optional(),
  v: onceText.optional(),
  format: linkQuerySchema.shape.format,
});
export const assignmentSchema = z.object({
  variant: z.string(),
  /** The phase that the page reports with what it showed; null where that is not counted. */
  phase: z.int().nullable(),
});

const word = z.union([z.string('must be given once').max(2_048), z.number()]);

/** A network's report of a conversion; unknown parameters are ignored. */
export const postbackSchema = z.looseObject({
  key: word.optional(),
  click_id: word.optional(),
  txid: word.optional(),
  /** The shop's own order id, where the network passes it back. It names the order instead of `txid`. */
  order_id: word.optional(),
  /** The network's name: its transaction ids are apart from those of other networks. */
  network: word.optional(),
  /** The payout of the conversion. Together with `value`, `value` is the revenue and this is the affiliate's share. */
  payout: word.optional(),
  value: word.optional(),
  currency: word.optional(),
  status: word.optional(),
  event: word.optional(),
  /** The goal of the offer that it reaches; without one that of its event. */
  goal: word.optional(),
});

export const rejectionsQuerySchema = z.strictObject({
  hours: z
    .string()
    .regex(/^\d{1,3}$/, 'Use a whole number of hours from 1 to 720.')
    .default('24')
    .transform(Number)
    .refine((hours) => hours >= 1 && hours <= 720, 'Use a whole number of hours from 1 to 720.'),
});

export const rejectionsSchema = z.object({
  hours: z.int(),
  from: z.string(),
  total: z.int(),
  /** By hour, newest first; events under `bot` and `datacenter` are stored and marked, but not counted. */
  rejections: z.array(z.object({ hour: z.string(), reason: z.string(), count: z.int() })),
});

/** The values that the code of a pixel may use as `{token}`, in the order of the documentation. */
export const frameTokens = [
  'event_id',
  'event_name',
  'order_id',
  'value',
  'currency',
  'click_id',
  'affid',
  'affsub',
  'campaign_id',
  'adset_id',
  'ad_id',
  'country',
] as const;
export type FrameToken = (typeof frameTokens)[number];

const tokenValue = z.string().max(256).optional();

/**
 * `GET /t/f/{id}`: the public key that reported the event, and the part of the event that the code may use. `POST /t/e`
 * hands out these addresses for a day (`until`, in ms), signed so that no other sender can make one.
 */
export const frameQuerySchema = z.strictObject({
  k: pixelKey,
  ...(Object.fromEntries(frameTokens.map((token) => [token, tokenValue])) as Record<
    FrameToken,
    typeof tokenValue
  >),
  event_id: z.string().min(1).max(256),
  until: z
    .string()
    .regex(/^\d{1,15}$/, 'Use an address from a response of the collector.')
    .optional(),
  seal: z.string().max(64).optional(),
});
export type FrameQuery = z.output<typeof frameQuerySchema>;

/** The response of `POST /t/e` when the page has to open frames; otherwise the response is empty. */
export const framesSchema = z.object({ frames: z.array(z.string()) });
