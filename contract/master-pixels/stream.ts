import { z } from 'zod';

const id = z.string().regex(/^\d{1,9}$/, 'Ids are whole numbers.');
const idNumber = id.transform(Number);

/** Where a stream was left: every message carries one as its SSE id, and heartbeats renew it. */
const streamCursorSchema = z
  .string()
  .regex(/^\d{1,19}\.\d{1,6}\.\d{1,15}$/, 'Use a cursor that a stream has sent.');

/** What to listen to. The header `Last-Event-ID` says the same as `since`. */
export const pixelStreamQuerySchema = z.strictObject({
  /** One affiliate, or `all` of a project. */
  affiliate_id: z.union([z.literal('all'), idNumber]).optional(),
  project_id: idNumber.optional(),
  /** Only what came in by this master pixel. */
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
  /** 0 answers what is at hand and ends. */
  follow: z
    .enum(['0', '1'], 'Use 1 or 0.')
    .default('1')
    .transform((value) => value === '1'),
});

const text = z.string();
const textOrNone = text.nullable();

/** What the two sides said of the same field; null where one said nothing. Who somebody is stays unsaid. */
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
  /** As it was sent, in `currency`. */
  value: z.number(),
  currency: text,
  campaign_id: textOrNone,
  adset_id: textOrNone,
  ad_id: textOrNone,
  country: textOrNone,
  device: textOrNone,
  status: text,
  /** Kept and shown, but counted nowhere. */
  is_test: z.boolean(),
  is_bot: z.boolean(),
  /** The master pixel whose key came with it; events of servers have none. */
  master_pixel: z.int().nullable(),
  /** The page, without its query. */
  url: textOrNone,
  /** The network it came from, without its last part; hidden from affiliates. */
  network: textOrNone,
  /** The conversion it belongs to, and the affiliate that earned it. */
  conversion: z.object({ id: text, affid: textOrNone }).nullable(),
  /** What the other side said of the same conversion, where it did so already. */
  twin: twinSchema.nullable(),
});
export type CollectedEvent = z.infer<typeof collectedEventSchema>;

/** Why a stream ends; after `stopping` and `slow` it is worth asking again at once. */
const streamEnds = ['signed_out', 'no_access', 'stopping', 'slow', 'read'] as const;

/** The data of one message: JSON, told apart by `kind`. */
export const streamMessageSchema = z.discriminatedUnion('kind', [
  /** Listening since now; what follows first came in shortly before. */
  z.object({ kind: z.literal('open'), at: text }),
  collectedEventSchema,
  /** Refused or marked by the collector, since the last such message. */
  z.object({
    kind: z.literal('rejected'),
    master_pixel: z.int(),
    reason: text,
    count: z.int(),
    at: text,
  }),
  /** Some events of a busy moment were left out, or lie too far back to be told. */
  z.object({ kind: z.literal('gap'), why: z.enum(['busy', 'too_old']) }),
  z.object({ kind: z.literal('end'), reason: z.enum(streamEnds) }),
]);
export type StreamMessage = z.infer<typeof streamMessageSchema>;
