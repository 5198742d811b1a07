import { z } from 'zod';

const id = z.string().regex(/^\d{1,9}$/, 'Ids are whole numbers.');
const idNumber = id.transform(Number);

/** The position in a stream: every message carries one as its SSE id, and heartbeats renew it. */
const streamCursorSchema = z
  .string()
  .regex(/^\d{1,19}\.\d{1,6}\.\d{1,15}$/, 'Use a cursor that a stream has sent.');

/** Which events the stream sends. The header `Last-Event-ID` means the same as `since`. */
export const pixelStreamQuerySchema = z.strictObject({
  /** One affiliate, or `all` of a project. */
  affiliate_id: z.union([z.literal('all'), idNumber]).optional(),
  project_id: idNumber.optional(),
  /** Only events with the key of this master pixel. */
  master_pixel: idNumber.optional(),
  side: z.enum(['browser', 'server']).optional(),
  event_name: z
    .string()
    .trim()
    .toLowerCase()
    .max(64, 'Use at most 64 characters.')
    .optional()
    .transform((name) => name || undefined),
  since: streamCursorSchema.optional(),
  /** 0 sends the stored events and ends. */
  follow: z
    .enum(['0', '1'], 'Use 1 or 0.')
    .default('1')
    .transform((value) => value === '1'),
});

const text = z.string();
const textOrNone = text.nullable();

/** A field of which the two sides reported different values; null for a missing value. Personal data is left out. */
const differenceSchema = z.object({
  field: text,
  server: textOrNone,
  browser: textOrNone,
});

const twinSchema = z.object({
  side: z.enum(['browser', 'server']),
  event_time: text,
  differences: z.array(differenceSchema),
});

const collectedEventSchema = z.object({
  kind: z.literal('event'),
  /** The cursor of this message. */
  id: text,
  uid: text,
  project_id: z.int(),
  side: z.enum(['browser', 'server']),
  event_name: text,
  event_time: text,
  received_at: text,
  affid: textOrNone,
  affsub: textOrNone,
  event_id: textOrNone,
  order_id: textOrNone,
  /** The value as the sender reported it, in `currency`. */
  value: z.number(),
  currency: text,
  campaign_id: textOrNone,
  adset_id: textOrNone,
  ad_id: textOrNone,
  country: textOrNone,
  device: textOrNone,
  status: text,
  /** A test event is stored and shown, but not counted. */
  is_test: z.boolean(),
  is_bot: z.boolean(),
  /** The master pixel whose key the event carried; null for events of servers. */
  master_pixel: z.int().nullable(),
  /** The page, without its query. */
  url: textOrNone,
  /** The network address without its last part; hidden from affiliates. */
  network: textOrNone,
  /** The conversion of the event, and the affiliate that earned it. */
  conversion: z.object({ id: text, affid: textOrNone }).nullable(),
  /** The event of the other side for the same conversion, if it has arrived. */
  twin: twinSchema.nullable(),
});
export type CollectedEvent = z.infer<typeof collectedEventSchema>;

/** Why a stream ends; after `stopping` and `slow` a client may reconnect at once. */
const streamEnds = ['signed_out', 'no_access', 'stopping', 'slow', 'read'] as const;

/** The data of one message: JSON with `kind` as its discriminator. */
export const streamMessageSchema = z.discriminatedUnion('kind', [
  /** The start of the stream; the next messages repeat the last moments before it. */
  z.object({ kind: z.literal('open'), at: text }),
  collectedEventSchema,
  /** How many events the collector refused or marked since the last such message. */
  z.object({
    kind: z.literal('rejected'),
    master_pixel: z.int(),
    reason: text,
    count: z.int(),
    at: text,
  }),
  /** Some events were skipped under load, or are too old to be sent. */
  z.object({ kind: z.literal('gap'), why: z.enum(['busy', 'too_old']) }),
  z.object({ kind: z.literal('end'), reason: z.enum(streamEnds) }),
]);
export type StreamMessage = z.infer<typeof streamMessageSchema>;
