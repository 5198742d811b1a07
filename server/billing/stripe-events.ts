import type Stripe from 'stripe';
import { z } from 'zod';
import { notFound, Refusal } from '../platform/refusal.ts';

export type StripeWebhook = { client: Stripe; webhookSecret: string };

/** The largest accepted age of a webhook, in seconds. */
const tolerance = 300;

/** The event of a webhook that Stripe signed. */
export function verifiedEvent(
  { stripe, now }: { stripe: StripeWebhook | null; now: () => Date },
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event {
  if (!stripe) throw notFound();
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw forged();
  let event: Stripe.Event;
  try {
    event = stripe.client.webhooks.constructEvent(
      body,
      signature,
      stripe.webhookSecret,
      tolerance,
      undefined,
      now().getTime(),
    );
  } catch {
    throw forged();
  }
  if (!eventSchema.safeParse(event).success) throw misshapen();
  return event;
}

const identifier = z.string().regex(/^[\x21-\x7e]{1,255}$/);
/** The parts of an event that are read here. */
const eventSchema = z.looseObject({
  id: identifier,
  type: identifier,
  data: z.looseObject({
    object: z.looseObject({
      id: identifier.optional(),
      parent: z
        .looseObject({
          subscription_details: z
            .looseObject({
              subscription: identifier.or(z.looseObject({ id: identifier })).nullish(),
            })
            .nullish(),
        })
        .nullish(),
    }),
  }),
});

/** The id of the subscription that an event is about. */
export function subscriptionIn(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.finalized':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible': {
      const about = event.data.object.parent?.subscription_details?.subscription;
      return typeof about === 'string' ? about : (about?.id ?? null);
    }
    default:
      return null;
  }
}

const misshapen = () =>
  new Refusal(400, { detail: 'This is no event of Stripe: id, type and data.object are needed.' });

const forged = () => new Refusal(400, { detail: 'This is not signed by Stripe.' });
