import { z } from 'zod';

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
export type PublicBody = z.input<typeof publicBodySchema>;
