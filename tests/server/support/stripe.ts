import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { type Fields, formOf, type Shape, unknownIn } from './stripe-form.ts';
import {
  customerOf,
  invoiceOf,
  methodOf,
  pendingUpdateUntil,
  priceOf,
  setupIntentOf,
  subscriptionOf,
} from './stripe-objects.ts';

export const keys = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' };

/** The outcome of a card payment. */
export type CardKind = 'good' | 'asks' | 'declined';

type Reply = { status: number; body: unknown };
type Handle = (fields: Fields, path: string[]) => object;

/** Field names typed by the SDK: an unknown name does not compile. */
const known = {
  customer: {
    name: true,
    email: true,
    metadata: true,
    invoice_settings: { default_payment_method: true },
  },
  intent: { customer: true, usage: true, allowed_payment_method_types: true, metadata: true },
  price: {
    currency: true,
    unit_amount: true,
    metadata: true,
    recurring: { interval: true },
    product_data: { name: true },
  },
  create: {
    customer: true,
    payment_behavior: true,
    metadata: true,
    expand: true,
    items: { price: true },
  },
  update: {
    proration_behavior: true,
    payment_behavior: true,
    proration_date: true,
    expand: true,
    items: { id: true, price: true },
    cancel_at_period_end: true,
  },
  preview: {
    subscription: true,
    subscription_details: {
      items: { id: true, price: true },
      proration_behavior: true,
      proration_date: true,
    },
  },
  subscriptions: { customer: true, status: true, limit: true },
  invoices: { subscription: true, limit: true },
  read: { expand: true },
} satisfies {
  customer: Shape<Stripe.CustomerCreateParams>;
  intent: Shape<Stripe.SetupIntentCreateParams>;
  price: Shape<Stripe.PriceCreateParams>;
  create: Shape<Stripe.SubscriptionCreateParams>;
  update: Shape<Stripe.SubscriptionUpdateParams>;
  preview: Shape<Stripe.InvoiceCreatePreviewParams>;
  subscriptions: Shape<Stripe.SubscriptionListParams>;
  invoices: Shape<Stripe.InvoiceListParams>;
  read: Shape<Stripe.SubscriptionRetrieveParams>;
};

/** The part of Stripe that this product uses, over HTTP on this machine. */
export async function startStripe(now: () => Date) {
  const customers = new Map<string, Stripe.Customer>();
  const intents = new Map<string, Stripe.SetupIntent>();
  const prices = new Map<string, Stripe.Price>();
  const subscriptions = new Map<string, Stripe.Subscription>();
  const invoices = new Map<string, Stripe.Invoice>();
  const cards = new Map<string, CardKind>();
  /** The change of a subscription once its payment is confirmed. */
  const waiting = new Map<string, Stripe.Price>();
  const answered = new Map<string, { request: string; reply: Reply }>();
  const requests: string[] = [];
  let createdCount = 0;
  let pause: (() => Promise<void>) | null = null;
  let isDown = false;

  const newId = (prefix: string) => {
    createdCount += 1;
    return `${prefix}_${createdCount.toString().padStart(6, '0')}`;
  };
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const find = <Thing>(things: Map<string, Thing>, id: unknown): Thing => {
    const thing = things.get(String(id));
    if (!thing) throw refusal(404, { code: 'resource_missing', message: `No such thing: ${id}` });
    return thing;
  };
  const cardOf = (customer: Stripe.Customer): CardKind | null => {
    const method = customer.invoice_settings.default_payment_method;
    return cards.get(typeof method === 'string' ? method : (method?.id ?? '')) ?? null;
  };

  /** Charges the invoice or fails; the invoice has the result. */
  function charge(customer: Stripe.Customer, amount: number, subscription: string): Stripe.Invoice {
    const card = cardOf(customer);
    const id = newId('in');
    const isPaid = amount <= 0 || card === 'good';
    const invoice = invoiceOf({
      id,
      customer: customer.id,
      subscription,
      amount,
      created: seconds(),
      number: `INV-${createdCount}`,
      status: isPaid ? 'paid' : 'open',
      secret: isPaid ? null : `${id}_secret_1`,
    });
    invoices.set(id, invoice);
    return invoice;
  }

  const subscribe: Handle = (fields) => {
    const customer = find(customers, fields.customer);
    const price = find(prices, itemsOf(fields)[0]?.price);
    const id = newId('sub');
    const invoice = charge(customer, price.unit_amount ?? 0, id);
    const subscription = subscriptionOf({
      id,
      item: newId('si'),
      customer: customer.id,
      price,
      invoice,
      start: seconds(),
      status: invoice.status === 'paid' ? 'active' : 'incomplete',
      metadata: recordOf(fields.metadata),
    });
    subscriptions.set(id, subscription);
    return subscription;
  };

  const change: Handle = (fields, [id]) => {
    const subscription = find(subscriptions, id);
    const { status } = subscription;
    if (status === 'canceled' || status === 'incomplete') {
      throw refusal(400, { message: `A subscription that is ${status} cannot be updated.` });
    }
    if (fields.cancel_at_period_end !== undefined) {
      subscription.cancel_at_period_end = fields.cancel_at_period_end === 'true';
    }
    const [wanted] = itemsOf(fields);
    const [item] = subscription.items.data;
    if (!wanted || !item) return subscription;
    const price = find(prices, wanted.price);
    const customer = find(customers, subscription.customer);
    const { due } = prorated(subscription, price, Number(fields.proration_date ?? seconds()));
    const invoice = charge(customer, due, subscription.id);
    subscription.latest_invoice = invoice;
    const isApplied = invoice.status === 'paid';
    subscription.pending_update = isApplied ? null : pendingUpdateUntil(seconds() + 82_800);
    if (isApplied) item.price = price;
    else waiting.set(subscription.id, price);
    return subscription;
  };
  const preview: Handle = (fields) => {
    const subscription = find(subscriptions, fields.subscription);
    if (subscription.status === 'canceled') {
      throw refusal(400, { message: 'A subscription that is canceled has no next invoice.' });
    }
    const details = recordOf(fields.subscription_details as Fields) as unknown as Fields;
    const [item] = subscription.items.data;
    const wanted = itemsOf(details ?? {})[0]?.price;
    const price = wanted === undefined ? item?.price : find(prices, wanted);
    if (!item || !price) throw refusal(400, { message: 'No items.' });
    const at = Number(details?.proration_date ?? seconds());
    const { back, charge: worth, due } = prorated(subscription, price, at);
    return invoiceOf({
      id: 'upcoming_in',
      customer: String(subscription.customer),
      number: null,
      subscription: subscription.id,
      created: seconds(),
      status: 'draft',
      secret: null,
      amount: wanted === undefined ? (price.unit_amount ?? 0) : due,
      end: item.current_period_end,
      lines:
        wanted === undefined
          ? [[price.nickname ?? 'Plan', price.unit_amount ?? 0]]
          : [
              ['Unused time', -back],
              ['Remaining time', worth],
            ],
    });
  };

  const routes: [string, RegExp, Shape<Record<string, unknown>>, Handle][] = [
    [
      'POST',
      /^customers$/,
      known.customer,
      (fields) => stored(customers, customerOf(newId('cus'), fields)),
    ],
    [
      'POST',
      /^customers\/(\w+)$/,
      known.customer,
      (fields, [id]) => {
        const customer = find(customers, id);
        const method = recordOf(fields.invoice_settings as Fields).default_payment_method;
        customer.invoice_settings.default_payment_method = method ?? null;
        return customer;
      },
    ],
    [
      'POST',
      /^setup_intents$/,
      known.intent,
      (fields) =>
        stored(intents, setupIntentOf(newId('seti'), find(customers, fields.customer).id)),
    ],
    ['GET', /^setup_intents\/(\w+)$/, known.read, (_, [id]) => find(intents, id)],
    ['POST', /^prices$/, known.price, (fields) => stored(prices, priceOf(newId('price'), fields))],
    ['POST', /^subscriptions$/, known.create, subscribe],
    [
      'GET',
      /^subscriptions$/,
      known.subscriptions,
      ({ customer }) =>
        listOf([...subscriptions.values()].filter((one) => one.customer === customer)),
    ],
    ['GET', /^subscriptions\/(\w+)$/, known.read, (_, [id]) => find(subscriptions, id)],
    ['POST', /^subscriptions\/(\w+)$/, known.update, change],
    [
      'DELETE',
      /^subscriptions\/(\w+)$/,
      known.read,
      (_, [id]) => Object.assign(find(subscriptions, id), { status: 'canceled' }),
    ],
    ['POST', /^invoices\/create_preview$/, known.preview, preview],
    [
      'GET',
      /^invoices$/,
      known.invoices,
      ({ subscription }) =>
        listOf(
          [...invoices.values()]
            .filter((one) => one.parent?.subscription_details?.subscription === subscription)
            .reverse(),
        ),
    ],
  ];

  function answer(method: string, path: string, fields: Fields): Reply {
    for (const [verb, pattern, shape, handle] of routes) {
      const match = verb === method && pattern.exec(path);
      if (!match) continue;
      const unknown = unknownIn(fields, shape);
      if (unknown) {
        const message = `Received unknown parameter: ${unknown}`;
        throw refusal(400, { code: 'parameter_unknown', param: unknown, message });
      }
      return { status: 200, body: handle(fields, match.slice(1)) };
    }
    throw refusal(404, { message: `Unrecognized request URL (${method}: /v1/${path}).` });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const body = await text(request);
    const path = url.pathname.replace(/^\/v1\/|\/$/g, '');
    requests.push(`${request.method} ${path}`);
    const again = request.headers['idempotency-key'];
    const reply = replyTo(request, path, body || url.search.slice(1), `${again ?? ''}`);
    // A webhook contains the state at the time of its request.
    const written = JSON.stringify(reply.body);
    await pause?.();
    response
      .writeHead(isDown ? 503 : reply.status, {
        'content-type': 'application/json',
        ...(isDown ? { 'stripe-should-retry': 'false' } : {}),
      })
      .end(isDown ? '{"error":{"type":"api_error","message":"down"}}' : written);
  }

  function replyTo(request: IncomingMessage, path: string, form: string, key: string): Reply {
    try {
      if (isDown) return { status: 503, body: {} };
      if (request.headers.authorization !== `Bearer ${keys.secretKey}`) {
        throw refusal(401, { message: 'Invalid API Key provided' });
      }
      if (request.headers['stripe-version'] !== Stripe.API_VERSION) {
        throw refusal(400, { message: 'These types are of another version.' });
      }
      const earlier = key === '' ? undefined : answered.get(key);
      if (earlier && earlier.request !== `${path} ${form}`) {
        throw refusal(400, { type: 'idempotency_error', message: 'Keys are for one request.' });
      }
      if (earlier) return earlier.reply;
      const reply = answer(request.method ?? 'GET', path, formOf(form));
      if (key !== '') answered.set(key, { request: `${path} ${form}`, reply });
      return reply;
    } catch (error) {
      if (isReply(error)) return error;
      throw error;
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  return {
    settings: { ...keys, apiUrl: `http://127.0.0.1:${port}` },
    subscriptions,
    invoices,
    /** The requests, in order. */
    requests: requests,
    /** A person's browser: enters a card and confirms the intent. */
    enterCard(intent: string, kind: CardKind = 'good'): string {
      const method = methodOf(newId('pm'));
      cards.set(method.id, kind);
      Object.assign(find(intents, intent), { status: 'succeeded', payment_method: method });
      return method.id;
    },
    /** A person's bank: pays the waiting payment. */
    confirmPayment(id: string): void {
      const subscription = find(subscriptions, id);
      const invoice = subscription.latest_invoice;
      if (invoice && typeof invoice !== 'string') {
        Object.assign(invoice, { status: 'paid', confirmation_secret: null });
      }
      const price = waiting.get(id);
      const [item] = subscription.items.data;
      if (price && item) item.price = price;
      waiting.delete(id);
      Object.assign(subscription, { status: 'active', pending_update: null });
    },
    /** A webhook, signed as Stripe signs it. */
    report(event: object, { secret = keys.webhookSecret, at = seconds() } = {}) {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: at,
      });
      return {
        method: 'POST' as const,
        url: '/api/v1/stripe-webhook/',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      };
    },
    /** Every answer waits for this before it is sent. */
    delay(wait: (() => Promise<void>) | null) {
      pause = wait;
    },
    fail(down: boolean) {
      isDown = down;
    },
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

export type StripeDouble = Awaited<ReturnType<typeof startStripe>>;

/** The rest of a cycle at the old price and at the new one, in cents. */
function prorated(subscription: Stripe.Subscription, price: Stripe.Price, at: number) {
  const [item] = subscription.items.data;
  if (!item) throw refusal(400, { message: 'No items.' });
  const { current_period_start: start, current_period_end: end } = item;
  const rest = (end - at) / (end - start);
  const back = Math.round((item.price.unit_amount ?? 0) * rest);
  const charge = Math.round((price.unit_amount ?? 0) * rest);
  return { back, charge, due: Math.max(charge - back, 0) };
}

function stored<Thing extends { id: string }>(things: Map<string, Thing>, thing: Thing): Thing {
  things.set(thing.id, thing);
  return thing;
}

const listOf = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });

const itemsOf = ({ items }: Fields): Record<string, string>[] =>
  Object.values((items ?? {}) as unknown as Record<string, Record<string, string>>);

const recordOf = (fields: Fields[string] | undefined): Record<string, string> =>
  (typeof fields === 'object' ? fields : {}) as Record<string, string>;

const refusal = (status: number, error: Record<string, string>): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', ...error } },
});

const isReply = (thrown: unknown): thrown is Reply =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && 'body' in thrown;
