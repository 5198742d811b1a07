import { z } from 'zod';
import { unstorable } from '../storable.ts';

export const mostPublicEvents = 500;

/** The public key of a master pixel: anyone can read it, and it can report the browser's side alone. */
const pixelKey = z
  .string('must be a text')
  .regex(/^mp_[\w-]{4,64}$/, 'must be the public key of a master pixel, which begins with mp_');

/**
 * What a browser may say about an event. Whatever else a sender knows (side, status, payout, costs, refunds) is for
 * the key of a server; where the request came from and with which browser is read from the request itself.
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
  'referrer',
  'affid',
  'affsub',
  'offer_id',
  'campaign_id',
  'adset_id',
  'ad_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
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
  /** The sender's clock when it sent this, in milliseconds: times of a clock that is wrong are put right with it. */
  sent_at: z.number('must be Unix milliseconds').optional(),
  /** Without it the consent mode of the pixel decides. */
  consent: z.enum(['granted', 'denied'], 'must be granted or denied').optional(),
  events: z
    .array(z.unknown(), 'Send a list of events.')
    .min(1, 'Send at least one event.')
    .max(mostPublicEvents, `Send at most ${mostPublicEvents} events at once.`)
    .describe(`Each is checked alone. Fields of an event: ${publicEventFields.join(', ')}.`),
});

const given = z.string('must be given once').max(2_048);

/**
 * The address of the image for pages without script: `k` the key, `e` the event, `u` the page, `r` where its visitor
 * came from. Further fields of an event may stand in it by their own names; what is not known is not read.
 */
export const imageQuerySchema = z.looseObject({
  k: pixelKey,
  e: given.default('page_view'),
  u: given.optional(),
  r: given.optional(),
  consent: publicBodySchema.shape.consent,
});

export const linkParamsSchema = z.strictObject({
  affid: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be the id of an affiliate'),
});

/** A tracking link: `k` says whose affiliate is meant where several companies use the same id. */
export const linkQuerySchema = z.looseObject({
  k: pixelKey.optional(),
  offer: given
    .refine((value) => !unstorable.test(value), 'This holds characters that are no text.')
    .optional(),
  format: z.enum(['json'], 'Use json, or leave it out to be led on.').optional(),
});
export const linkAnswerSchema = z.object({
  /** Null for somebody who does not want to be told from others. */
  click_id: z.string().nullable(),
  url: z.string(),
});

const word = z.union([z.string('must be given once').max(2_048), z.number()]);

/** What a network says of a conversion; parameters that are not known are not read. */
export const postbackSchema = z.looseObject({
  key: word.optional(),
  click_id: word.optional(),
  txid: word.optional(),
  /** What it earned. Where `value` is given too, that is what it earned and this is the affiliate's part. */
  payout: word.optional(),
  value: word.optional(),
  currency: word.optional(),
  status: word.optional(),
  event: word.optional(),
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
  /** By hour, newest first; `bot` and `datacenter` count events that are kept, marked and left out of the figures. */
  rejections: z.array(z.object({ hour: z.string(), reason: z.string(), count: z.int() })),
});

/** What the code of a pixel may name as `{token}`, in the order of the documentation. */
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

const told = z.string().max(256).optional();

/**
 * `GET /t/f/{id}`: the public key that reported the event, and the event's part that code may name. `POST /t/e` gives
 * these addresses out, each for a day (`until`, in ms) and with its seal: nobody makes them up.
 */
export const frameQuerySchema = z.strictObject({
  k: pixelKey,
  ...(Object.fromEntries(frameTokens.map((token) => [token, told])) as Record<
    FrameToken,
    typeof told
  >),
  event_id: z.string().min(1).max(256),
  until: z
    .string()
    .regex(/^\d{1,15}$/, 'Use an address that an answer named.')
    .optional(),
  seal: z.string().max(64).optional(),
});
export type FrameQuery = z.output<typeof frameQuerySchema>;

/** What `POST /t/e` answers where the page is to open frames; else it answers nothing. */
export const framesSchema = z.object({ frames: z.array(z.string()) });
