import { beforeAll, describe, expect, it } from 'vitest';
import { billingSchema, prorationSchema, subscriptionSchema } from '#contract/billing/schemas.ts';
import { billingFixture, type Person, seededPlans } from './fixture.ts';

const fixture = billingFixture({ mode: 'stripe' });
let plans: Awaited<ReturnType<typeof seededPlans>>;
beforeAll(async () => {
  plans = await seededPlans(fixture().pool);
});

async function subscribed(kind: 'good' | 'asks' | 'declined' = 'good') {
  const { request, card, company } = fixture();
  const { owner, project } = await company();
  expect((await card(owner, project, kind)).statusCode).toBe(200);
  const answer = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
  expect(answer.statusCode, answer.body).toBe(201);
  return { owner, project, subscription: subscriptionSchema.parse(answer.json()) };
}

describe('a card', () => {
  it('is set up once: a repeated start continues with the same set-up', async () => {
    const { request, company, member } = fixture();
    const { owner, project } = await company();
    const first = await request(owner, 'POST', 'setup-intents/', { project });
    expect(first.json()).toMatchObject({ status: 'requires_payment_method' });
    expect((await request(owner, 'POST', 'setup-intents/', { project })).json()).toEqual(
      first.json(),
    );
    const shown = async (as: Person) =>
      (await request(as, 'GET', `projects/${project}/`)).json().setup_intent;
    expect(await shown(owner)).toEqual(first.json());
    expect(await shown(await member(project, 'manager'))).toBeNull();
  });

  it('is shown to those who pay, and to no other', async () => {
    const { request, member } = fixture();
    const { owner, project, subscription } = await subscribed();
    const path = `subscriptions-billing/${subscription.id}/`;
    const shown = billingSchema.parse((await request(owner, 'GET', path)).json());
    expect(shown.card).toEqual({ brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 });
    expect(shown.billing_email).toBe(owner.email);
    expect(shown.next_invoice).toEqual({ date: '2026-12-20', amount: 29, currency: 'USD' });
    const viewer = await member(project, 'viewer');
    const hidden = billingSchema.parse((await request(viewer, 'GET', path)).json());
    expect(hidden).toMatchObject({ card: null, billing_email: null, next_invoice: null });
  });

  it('is required before a plan can be chosen', async () => {
    const { request, company } = fixture();
    const { owner, project } = await company();
    const answer = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
    expect([answer.statusCode, answer.json()]).toEqual([409, { detail: 'Add a card first.' }]);
  });
});

describe('a subscription', () => {
  it('begins paid when the card is good', async () => {
    const { request, stripe } = fixture();
    const { owner, subscription } = await subscribed();
    expect(subscription).toMatchObject({
      status: 'active',
      plan: { id: plans.starter, name: 'Starter', price: 29, currency: 'USD', interval: 'month' },
      current_period_start: '2026-11-20',
      current_period_end: '2026-12-20',
      requires_action: null,
    });
    const path = `subscription-invoices/?subscription=${subscription.id}`;
    const invoices = (await request(owner, 'GET', path)).json();
    expect(invoices).toEqual([
      expect.objectContaining({ amount: 29, currency: 'USD', status: 'paid', date: '2026-11-20' }),
    ]);
    expect(stripe.requests.filter((call) => call === 'POST subscriptions').length).toBeGreaterThan(
      0,
    );
  });

  it('waits for the bank where the bank requires it, and opens once it is confirmed', async () => {
    const { request, stripe, pool, member } = fixture();
    const { owner, project, subscription } = await subscribed('asks');
    expect(subscription.status).toBe('incomplete');
    expect(subscription.requires_action?.client_secret).toMatch(/_secret_/);
    const path = `subscriptions/${subscription.id}/`;
    const manager = await member(project, 'manager');
    expect((await request(manager, 'GET', path)).statusCode).toBe(200);
    expect((await request(manager, 'GET', path)).json().requires_action).toBeNull();
    expect((await request(owner, 'GET', 'views/')).statusCode).toBe(402);
    const { rows } = await pool.query('select stripe_id from subscriptions where id = $1', [
      subscription.id,
    ]);
    stripe.confirmPayment(rows[0].stripe_id);
    expect((await request(owner, 'GET', path)).json()).toMatchObject({
      status: 'active',
      requires_action: null,
    });
    const opened = `projects/${project}/`;
    expect((await request(owner, 'GET', opened)).json().subscription.status).toBe('active');
  });

  it('that was not paid allows another try with another card', async () => {
    const { request, card, stripe } = fixture();
    const { owner, project, subscription } = await subscribed('declined');
    expect(subscription.status).toBe('incomplete');
    await card(owner, project);
    const again = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
    expect(again.json()).toMatchObject({ status: 'active' });
    expect(again.json().id).not.toBe(subscription.id);
    const live = [...stripe.subscriptions.values()].filter(
      ({ metadata, status }) => metadata.project === `${project}` && status !== 'canceled',
    );
    expect(live).toHaveLength(1);
  });

  it('is created once, also for simultaneous requests', async () => {
    const { request, card, company, stripe } = fixture();
    const { owner, project } = await company();
    await card(owner, project);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const created = [...stripe.subscriptions.values()].filter(
      ({ metadata }) => metadata.project === `${project}`,
    );
    expect(created).toHaveLength(1);
  });

  it('is created once when two plans are chosen at once', async () => {
    const { request, card, company, stripe } = fixture();
    const { owner, project } = await company();
    await card(owner, project);
    const answers = await Promise.all(
      [plans.starter, plans.growth].map((plan) =>
        request(owner, 'POST', 'subscriptions/', { project, plan }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const created = [...stripe.subscriptions.values()].filter(
      ({ metadata }) => metadata.project === `${project}`,
    );
    expect(created).toHaveLength(1);
  });

  it('can be of another plan two minutes after a choice that was lost with its process', async () => {
    const { request, card, company, stripe, pool, setNow, now } = fixture();
    const { owner, project } = await company();
    await card(owner, project);
    const before = now();
    await pool.query(
      `insert into subscriptions (project_id, plan, status, price, currency, interval, anchor, period_start, period_end)
       values ($1, $2, 'incomplete', 29, 'USD', 'month', $3, $3, $3)`,
      [project, plans.starter, before],
    );
    const choose = () => request(owner, 'POST', 'subscriptions/', { project, plan: plans.growth });
    expect((await choose()).statusCode).toBe(409);
    setNow(new Date(before.getTime() + 120_000));
    expect((await choose()).json()).toMatchObject({ status: 'active', plan: { id: plans.growth } });
    setNow(before);
    const created = [...stripe.subscriptions.values()].filter(
      ({ metadata }) => metadata.project === `${project}`,
    );
    expect(created).toHaveLength(1);
  });

  it('is found again when the process ended before it was stored', async () => {
    const { request, pool, stripe } = fixture();
    const { owner, project, subscription } = await subscribed();
    await pool.query(
      "update subscriptions set stripe_id = null, status = 'incomplete', look = 0 where id = $1",
      [subscription.id],
    );
    const again = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
    expect(again.json()).toMatchObject({ id: subscription.id, status: 'active' });
    const created = [...stripe.subscriptions.values()].filter(
      ({ metadata }) => metadata.project === `${project}`,
    );
    expect(created).toHaveLength(1);
  });

  it('changes its plan for the previewed price', async () => {
    const { request, setNow, now } = fixture();
    const { owner, subscription } = await subscribed();
    const before = now();
    setNow(new Date('2026-12-05T12:00:00.000Z'));
    const path = `subscriptions/${subscription.id}/`;
    const seen = await request(owner, 'POST', `${path}preview/`, { plan: plans.growth });
    const preview = prorationSchema.parse(seen.json());
    expect(preview).toMatchObject({
      due_now: 35,
      next_invoice: { date: '2026-12-20', amount: 99 },
    });
    expect(preview.lines.map(({ amount }) => amount)).toEqual([-14.5, 49.5]);
    setNow(new Date('2026-12-05T12:20:00.000Z'));
    const { proration_at } = preview;
    const changed = await request(owner, 'PATCH', path, { plan: plans.growth, proration_at });
    expect(changed.json()).toMatchObject({ plan: { id: plans.growth, price: 99 } });
    const invoices = await request(
      owner,
      'GET',
      `subscription-invoices/?subscription=${subscription.id}`,
    );
    expect(invoices.json()[0]).toMatchObject({ amount: preview.due_now });
    setNow(before);
  });

  it('keeps its plan until a change is confirmed with the bank', async () => {
    const { request, card, stripe, pool } = fixture();
    const { owner, project, subscription } = await subscribed();
    await card(owner, project, 'asks');
    const path = `subscriptions/${subscription.id}/`;
    const waits = (await request(owner, 'PATCH', path, { plan: plans.growth })).json();
    expect(waits).toMatchObject({ status: 'active', plan: { id: plans.starter } });
    expect(waits.requires_action.client_secret).toMatch(/_secret_/);
    const { rows } = await pool.query('select stripe_id from subscriptions where id = $1', [
      subscription.id,
    ]);
    stripe.confirmPayment(rows[0].stripe_id);
    expect((await request(owner, 'GET', path)).json()).toMatchObject({
      plan: { id: plans.growth },
      requires_action: null,
    });
  });

  it('ends with its cycle, and can be resumed before', async () => {
    const { request } = fixture();
    const { owner, subscription } = await subscribed();
    const path = `subscriptions/${subscription.id}/`;
    const ending = await request(owner, 'PATCH', path, { cancel_at_period_end: true });
    expect(ending.json()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const billing = await request(owner, 'GET', `subscriptions-billing/${subscription.id}/`);
    expect(billing.json().next_invoice).toBeNull();
    const resumed = await request(owner, 'PATCH', path, { cancel_at_period_end: false });
    expect(resumed.json().cancel_at_period_end).toBe(false);
  });

  it.each([
    ['ended', 'canceled', 'This subscription has ended. Choose a plan again.'],
    ['was not paid yet', 'incomplete', 'This subscription is not paid yet. Choose the plan again.'],
  ] as const)(
    'that %s at Stripe shows the remedy instead of a change',
    async (_, status, detail) => {
      const { request, pool, stripe } = fixture();
      const { owner, subscription } = await subscribed();
      const { rows } = await pool.query<{ stripe_id: string }>(
        'select stripe_id from subscriptions where id = $1',
        [subscription.id],
      );
      const atStripe = stripe.subscriptions.get(rows[0]?.stripe_id ?? '');
      Object.assign(atStripe ?? {}, { status });
      const path = `subscriptions/${subscription.id}/`;
      const plan = plans.growth;
      const answers = [
        await request(owner, 'PATCH', path, { plan }),
        await request(owner, 'PATCH', path, { cancel_at_period_end: true }),
        await request(owner, 'POST', `${path}preview/`, { plan }),
      ];
      for (const answer of answers) {
        expect([answer.statusCode, answer.json()]).toEqual([409, { detail }]);
      }
    },
  );

  it('costs its old price until it is changed, whatever its plan costs by now', async () => {
    const { request, person } = fixture();
    const admin = await person('active', { isSuperuser: true });
    const created = await request(admin, 'POST', 'plans/', { name: 'Changing', price: 10 });
    const plan: number = created.json().id;
    const { card, company } = fixture();
    const { owner, project } = await company();
    await card(owner, project);
    const first = await request(owner, 'POST', 'subscriptions/', { project, plan });
    await request(admin, 'PATCH', `plans/${plan}/`, { price: 12.5 });
    const path = `subscriptions/${first.json().id}/`;
    expect((await request(owner, 'GET', path)).json().plan).toMatchObject({ id: plan, price: 10 });
    expect((await request(owner, 'PATCH', path, { plan })).json().plan).toMatchObject({
      price: 12.5,
    });
  });
});

describe('when Stripe does not answer', () => {
  it('answers one sentence and changes nothing', async () => {
    const { request, card, company, stripe, pool } = fixture();
    const { owner, project } = await company();
    await card(owner, project);
    stripe.fail(true);
    const answer = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
    stripe.fail(false);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      detail: 'The payment service does not answer. Try again in a moment.',
    });
    const again = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.starter });
    expect(again.json()).toMatchObject({ status: 'active' });
    const { rowCount } = await pool.query('select from subscriptions where project_id = $1', [
      project,
    ]);
    expect(rowCount).toBe(1);
  });
});
