import type { InjectOptions } from 'fastify';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingFixture, noon, seededPlans } from './fixture.ts';

const fixture = billingFixture({ mode: 'stripe' });
let plans: Awaited<ReturnType<typeof seededPlans>>;
beforeAll(async () => {
  plans = await seededPlans(fixture().pool);
});

/** The same numbers on every run. */
function chanceFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const tick = () => new Promise<void>((done) => setImmediate(done));

async function subscribed(): Promise<Stripe.Subscription> {
  const { request, card, company, pool, stripe } = fixture();
  const { owner, project } = await company();
  await card(owner, project);
  const answer = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
  const { rows } = await pool.query<{ stripe_id: string }>(
    'select stripe_id from subscriptions where id = $1',
    [answer.json().id],
  );
  const created = stripe.subscriptions.get(rows[0]?.stripe_id ?? '');
  if (!created) throw new Error('There is no such subscription.');
  return created;
}

let events = 0;
const eventAbout = (subscription: Stripe.Subscription, type = 'customer.subscription.updated') => {
  events += 1;
  return {
    id: `evt_${events}`,
    object: 'event',
    type,
    data: {
      object: type.startsWith('invoice.')
        ? { parent: { subscription_details: { subscription: subscription.id } } }
        : structuredClone(subscription),
    },
  };
};
type Event = ReturnType<typeof eventAbout>;

const deliver = async (report: InjectOptions) => (await fixture().app.inject(report)).statusCode;

const storedOf = async (stripeId: string) => {
  const { rows } = await fixture().pool.query(
    'select status, cancel_at_period_end, period_end from subscriptions where stripe_id = $1',
    [stripeId],
  );
  return rows[0];
};

const isKnown = async (id: string) =>
  (await fixture().pool.query('select from stripe_events where id = $1', [id])).rowCount === 1;

describe('a thousand webhooks, shuffled, a third of them twice and some forged', () => {
  it('leave every subscription in its state at Stripe', async () => {
    const { stripe, pool } = fixture();
    const random = chanceFrom(18);
    const all = await Promise.all(Array.from({ length: 12 }, subscribed));
    const waiting: Event[] = [];
    const genuine = new Set<string>();
    const forged: string[] = [];
    const answers: Record<'genuine' | 'forged', number[]> = { genuine: [], forged: [] };

    function changeOne(): Event {
      const one = all[random(all.length)] as Stripe.Subscription;
      const [item] = one.items.data;
      const statuses = ['active', 'past_due', 'unpaid', 'trialing', 'paused'] as const;
      one.status = statuses[random(statuses.length)] ?? 'active';
      one.cancel_at_period_end = random(2) === 1;
      if (item) item.current_period_end += random(86_400);
      const types = ['customer.subscription.updated', 'invoice.paid', 'invoice.payment_failed'];
      return eventAbout(one, types[random(types.length)]);
    }
    const takeOne = () => waiting.splice(random(waiting.length), 1)[0];

    async function send(event: Event, copies: number): Promise<void> {
      genuine.add(event.id);
      const codes = await Promise.all(
        Array.from({ length: copies }, () => deliver(stripe.report(event))),
      );
      answers.genuine.push(...codes);
    }
    async function forge(event: Event): Promise<void> {
      const lie = { ...event, id: `${event.id}_forged` };
      forged.push(lie.id);
      const ways = [
        () => stripe.report(lie, { secret: 'whsec_of_somebody_else' }),
        () => stripe.report(lie, { at: noon.getTime() / 1_000 - 301 }),
        () => {
          const report = stripe.report(event);
          return { ...report, payload: report.payload.replace('evt_', 'evu_') };
        },
        () => ({ ...stripe.report(lie), headers: { 'content-type': 'application/json' } }),
      ];
      const way = ways[random(ways.length)];
      if (way) answers.forged.push(await deliver(way()));
    }

    // Answers of Stripe overtake each other.
    stripe.delay(async () => {
      for (let ticks = random(12); ticks > 0; ticks -= 1) await tick();
    });
    let createdCount = 0;
    async function work(): Promise<void> {
      while (createdCount < 1_000 || waiting.length > 0) {
        for (let step = random(3); step > 0 && createdCount < 1_000; step -= 1, createdCount += 1) {
          waiting.push(changeOne());
        }
        await tick();
        const event = takeOne();
        if (!event) continue;
        await send(event, random(100) < 30 ? 2 : 1);
        if (random(100) < 5) await forge(event);
      }
    }
    await Promise.all(Array.from({ length: 16 }, work));
    stripe.delay(null);

    expect(new Set(answers.genuine)).toEqual(new Set([200]));
    expect(answers.genuine.length).toBeGreaterThan(1_250);
    expect(new Set(answers.forged)).toEqual(new Set([400]));
    expect(answers.forged.length).toBeGreaterThan(25);
    for (const one of all) {
      const { status, cancel_at_period_end, period_end } = await storedOf(one.id);
      expect({ status, cancel_at_period_end, end: period_end.getTime() / 1_000 }).toEqual({
        status: one.status === 'paused' ? 'unpaid' : one.status,
        cancel_at_period_end: one.cancel_at_period_end,
        end: one.items.data[0]?.current_period_end,
      });
    }
    const { rows } = await pool.query<{ id: string }>('select id from stripe_events');
    expect(rows.map(({ id }) => id).filter((id) => genuine.has(id)).length).toBe(1_000);
    expect(rows.filter(({ id }) => forged.includes(id) || id.startsWith('evu_'))).toEqual([]);
  }, 120_000);
});

describe('a webhook', () => {
  it('with one byte changed, or without a signature, is refused', async () => {
    const { stripe, app } = fixture();
    const event = eventAbout(await subscribed());
    const report = stripe.report(event);
    const flipped = `${report.payload.slice(0, -2)} ${report.payload.slice(-2)}`;
    for (const one of [
      { ...report, payload: flipped },
      { ...report, payload: '' },
      { ...report, headers: { 'content-type': 'application/json' } },
      stripe.report(event, { at: noon.getTime() / 1_000 - 301 }),
    ]) {
      const answer = await app.inject(one);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { detail: 'This is not signed by Stripe.' },
      ]);
    }
    expect(await isKnown(event.id)).toBe(false);
    expect(await deliver(stripe.report(event, { at: noon.getTime() / 1_000 - 299 }))).toBe(200);
    expect(await isKnown(event.id)).toBe(true);
  });

  it.each([
    ['a list', []],
    ['nothing', null],
    ['a text', 'evt_1'],
    ['a number', 7],
    ['no id', { type: 'invoice.paid', data: { object: {} } }],
    ['no data', { id: 'evt_odd', type: 'invoice.paid' }],
    ['no object', { id: 'evt_odd', type: 'invoice.paid', data: {} }],
    ['a list as data', { id: 'evt_odd', type: 'invoice.paid', data: [] }],
    ['NUL in its id', { id: 'evt_\0', type: 'invoice.paid', data: { object: {} } }],
    ['NUL in its type', { id: 'evt_odd', type: 'invoice\0', data: { object: {} } }],
    [
      'NUL in the id of its object',
      { id: 'evt_odd', type: 'customer.subscription.updated', data: { object: { id: 'sub\0' } } },
    ],
    [
      'NUL in the subscription of its invoice',
      {
        id: 'evt_odd',
        type: 'invoice.paid',
        data: { object: { parent: { subscription_details: { subscription: 'sub\0' } } } },
      },
    ],
  ])('that is signed and has an odd shape is refused: %s', async (_, event) => {
    const { stripe, app } = fixture();
    const answer = await app.inject(stripe.report(event as Event));
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['detail']]);
  });

  it.each(['1.5', '1e20', '-1', '99999999999', '0x1', 'constructor', ' ', '\u0661'])(
    'about a price that names the plan %j keeps the plan and stores the rest',
    async (plan) => {
      const { stripe, pool } = fixture();
      const subscription = await subscribed();
      subscription.status = 'past_due';
      for (const item of subscription.items.data) {
        item.price = { ...item.price, metadata: { plan } };
      }
      expect(await deliver(stripe.report(eventAbout(subscription)))).toBe(200);
      const { rows } = await pool.query(
        'select status, plan from subscriptions where stripe_id = $1',
        [subscription.id],
      );
      expect(rows).toEqual([{ status: 'past_due', plan: plans.starter }]);
    },
  );

  it('is acknowledged only after its effect is stored: Stripe repeats it otherwise', async () => {
    const { stripe } = fixture();
    const subscription = await subscribed();
    subscription.status = 'past_due';
    const event = eventAbout(subscription);
    stripe.fail(true);
    expect(await deliver(stripe.report(event))).toBe(503);
    stripe.fail(false);
    expect(await isKnown(event.id)).toBe(false);
    expect((await storedOf(subscription.id)).status).toBe('active');
    expect(await deliver(stripe.report(event))).toBe(200);
    expect((await storedOf(subscription.id)).status).toBe('past_due');
  });

  it('whose answer was overtaken by a later one does not undo it', async () => {
    const { stripe } = fixture();
    const subscription = await subscribed();
    let letGo = () => {};
    let isAsked = () => {};
    const request = new Promise<void>((done) => {
      isAsked = done;
    });
    stripe.delay(() => {
      isAsked();
      return new Promise((done) => {
        letGo = done;
      });
    });
    const early = deliver(stripe.report(eventAbout(subscription)));
    await request;
    stripe.delay(null);
    subscription.status = 'past_due';
    expect(await deliver(stripe.report(eventAbout(subscription)))).toBe(200);
    expect((await storedOf(subscription.id)).status).toBe('past_due');
    letGo();
    expect(await early).toBe(200);
    expect((await storedOf(subscription.id)).status).toBe('past_due');
  });

  it('about unknown objects, or of an unused kind, is acknowledged and changes nothing', async () => {
    const { stripe } = fixture();
    const subscription = await subscribed();
    const foreign = eventAbout({ ...subscription, id: 'sub_of_somebody_else' });
    expect(await deliver(stripe.report(foreign))).toBe(200);
    expect(await isKnown(foreign.id)).toBe(true);
    expect(await deliver(stripe.report(eventAbout(subscription, 'charge.refunded')))).toBe(200);
  });

  it('of the end closes the project on the next request', async () => {
    const { stripe, request, card, company } = fixture();
    const { owner, project } = await company();
    await card(owner, project);
    await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
    expect((await request(owner, 'GET', 'views/')).statusCode).toBe(200);
    const subscription = [...stripe.subscriptions.values()].find(
      ({ metadata }) => metadata.project === `${project}`,
    );
    if (!subscription) throw new Error('There is no such subscription.');
    subscription.status = 'canceled';
    const ended = eventAbout(subscription, 'customer.subscription.deleted');
    expect(await deliver(stripe.report(ended))).toBe(200);
    expect((await request(owner, 'GET', 'views/')).statusCode).toBe(402);
  });
});
