import { beforeAll, describe, expect, it } from 'vitest';
import { billingSchema, prorationSchema } from '#contract/billing/schemas.ts';
import { billingFixture, noon, seededPlans } from './fixture.ts';

const fixture = billingFixture({ mode: 'manual' });
let plans: Awaited<ReturnType<typeof seededPlans>>;
beforeAll(async () => {
  plans = await seededPlans(fixture().pool);
});

async function subscribed(plan = plans.starter) {
  const { request, company } = fixture();
  const { owner, project } = await company();
  const answer = await request(owner, 'POST', 'subscriptions/', { project, plan });
  expect(answer.statusCode, answer.body).toBe(201);
  const id: number = answer.json().id;
  const invoices = async (): Promise<Listed[]> =>
    (await request(owner, 'GET', `subscription-invoices/?subscription=${id}`)).json();
  return { owner, project, id, path: `subscriptions/${id}/`, answer, invoices };
}

type Listed = { id: string; number: string; date: string; amount: number; status: string };

/** Settles every open invoice as a superuser. */
async function settle(invoices: () => Promise<Listed[]>, status: 'paid' | 'void') {
  const { request, person } = fixture();
  const admin = await person('active', { isSuperuser: true });
  for (const { id } of (await invoices()).filter((invoice) => invoice.status === 'open')) {
    const answer = await request(admin, 'PATCH', `subscription-invoices/${id}/`, { status });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

async function planOf(price: number, interval: 'month' | 'year'): Promise<number> {
  const { request, person } = fixture();
  const admin = await person('active', { isSuperuser: true });
  const body = { name: `${price} a ${interval}`, price, interval };
  return (await request(admin, 'POST', 'plans/', body)).json().id;
}

const at = (day: string) => fixture().setNow(new Date(`${day}T12:00:00.000Z`));

describe('plans', () => {
  it('exist from the start, and only superusers change them', async () => {
    const { request, person } = fixture();
    const user = await person();
    const offered = (await request(user, 'GET', 'plans/')).json();
    expect(offered.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Starter', 'Growth', 'Scale']),
    );
    const body = { name: 'Free', price: 0, events_limit: 10_000, is_offered: false };
    expect((await request(user, 'POST', 'plans/', body)).statusCode).toBe(403);
    const admin = await person('active', { isSuperuser: true });
    const created = await request(admin, 'POST', 'plans/', body);
    expect(created.json()).toMatchObject({ ...body, currency: 'USD', interval: 'month' });
    const { id } = created.json();
    const ids = async (as: typeof admin) =>
      (await request(as, 'GET', 'plans/')).json().map((plan: { id: number }) => plan.id);
    expect(await ids(user)).not.toContain(id);
    expect(await ids(admin)).toContain(id);
    const changed = await request(admin, 'PATCH', `plans/${id}/`, {
      is_offered: true,
      price: 1.25,
    });
    expect(changed.json()).toMatchObject({ id, price: 1.25, is_offered: true, name: 'Free' });
    await request(admin, 'PATCH', `plans/${id}/`, { is_offered: false });
    expect((await request(admin, 'PATCH', 'plans/999999999/', { name: 'No' })).statusCode).toBe(
      404,
    );
  });

  it.each([
    [{ name: '', price: 1 }, 'name'],
    [{ name: 'Two\nlines', price: 1 }, 'name'],
    [{ name: 'Less', price: -1 }, 'price'],
    [{ name: 'Half a cent', price: 1.005 }, 'price'],
    [{ name: 'No money', price: 1, currency: 'usd' }, 'currency'],
    [{ name: 'Nothing', price: 1, events_limit: 0 }, 'events_limit'],
  ])('are refused with the name of the fault: %j', async (body, field) => {
    const { request, person } = fixture();
    const admin = await person('active', { isSuperuser: true });
    const answer = await request(admin, 'POST', 'plans/', body);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('that are not on offer cannot be chosen, nor for more companies than allowed', async () => {
    const { request, company, pool } = fixture();
    const { owner, project } = await subscribed();
    const { project: second } = await company();
    await pool.query(
      "insert into memberships (user_id, project_id, role) values ($1, $2, 'owner')",
      [owner.id, second],
    );
    const refused = await request(owner, 'POST', 'subscriptions/', {
      project: second,
      plan: plans.starter,
    });
    expect(refused.json()).toEqual({ plan: ['This plan is for one company of the same owner.'] });
    const answer = await request(owner, 'POST', 'subscriptions/', {
      project: second,
      plan: plans.growth,
    });
    expect(answer.statusCode).toBe(201);
    const unknown = await request(owner, 'POST', 'subscriptions/', { project, plan: 999_999 });
    expect(unknown.json()).toEqual({ plan: ['This plan cannot be chosen.'] });
  });
});

describe('a subscription without cards', () => {
  it('starts at once, with an open invoice', async () => {
    at('2026-11-20');
    const { answer, invoices, owner, project } = await subscribed();
    expect(answer.json()).toMatchObject({
      status: 'manual',
      current_period_start: '2026-11-20',
      current_period_end: '2026-12-20',
      cancel_at_period_end: false,
      requires_action: null,
    });
    expect(await invoices()).toMatchObject([
      { number: expect.stringMatching(/-0001$/), date: '2026-11-20', amount: 29, status: 'open' },
    ]);
    const { request } = fixture();
    const list = (await request(owner, 'GET', 'subscriptions/')).json();
    expect(list).toEqual([answer.json()]);
    const session = (await request(owner, 'POST', 'auth/check/')).json();
    expect(session.subscriptions).toEqual([
      { id: answer.json().id, status: 'manual', project, plan: plans.starter },
    ]);
  });

  it('is invoiced each cycle, on the day it started, whenever it is read', async () => {
    at('2027-01-31');
    const { request } = fixture();
    const { owner, path, invoices } = await subscribed();
    at('2027-06-05');
    expect((await request(owner, 'GET', path)).json()).toMatchObject({
      current_period_start: '2027-05-31',
      current_period_end: '2027-06-30',
    });
    expect((await invoices()).map(({ date }: { date: string }) => date)).toEqual([
      '2027-05-31',
      '2027-04-30',
      '2027-03-31',
      '2027-02-28',
      '2027-01-31',
    ]);
    const [a, b] = await Promise.all([invoices(), invoices()]);
    expect(a).toEqual(b);
    at('2026-11-20');
  });

  it('changes its plan for the rest of the cycle, as its preview said', async () => {
    at('2026-11-20');
    const { request } = fixture();
    const { owner, path, invoices } = await subscribed();
    await settle(invoices, 'paid');
    at('2026-12-05');
    const seen = await request(owner, 'POST', `${path}preview/`, { plan: plans.growth });
    const preview = prorationSchema.parse(seen.json());
    expect(preview).toMatchObject({
      due_now: 35,
      next_invoice: { date: '2026-12-20', amount: 99 },
    });
    const { proration_at } = preview;
    fixture().setNow(new Date('2026-12-05T12:59:59.000Z'));
    const changed = await request(owner, 'PATCH', path, { plan: plans.growth, proration_at });
    expect(changed.json()).toMatchObject({
      plan: { id: plans.growth, price: 99 },
      current_period_end: '2026-12-20',
    });
    expect((await invoices())[0]).toMatchObject({ amount: 35, status: 'open' });
    await settle(invoices, 'paid');
    at('2026-12-06');
    const back = await request(owner, 'POST', `${path}preview/`, { plan: plans.starter });
    expect(back.json()).toMatchObject({ due_now: 0 });
    await request(owner, 'PATCH', path, { plan: plans.starter });
    const billing = await request(owner, 'GET', `subscriptions-billing/${changed.json().id}/`);
    const next = billingSchema.parse(billing.json()).next_invoice;
    expect(next).toEqual({ ...back.json().next_invoice, currency: 'USD' });
    at('2026-12-21');
    expect((await invoices())[0] ?? {}).not.toMatchObject({ amount: 29 });
    at('2026-11-20');
  });

  it('deducts the rest of a plan from its own invoice, while that is open', async () => {
    at('2026-11-20');
    const { request } = fixture();
    const { owner, path, invoices } = await subscribed();
    at('2026-12-05');
    const seen = await request(owner, 'POST', `${path}preview/`, { plan: plans.growth });
    const [{ number } = { number: '' }] = await invoices();
    expect(prorationSchema.parse(seen.json())).toMatchObject({
      due_now: 49.5,
      lines: [
        { description: 'What is left of the plan so far', amount: -14.5 },
        { description: `Deducted from the open invoice ${number} instead`, amount: 14.5 },
        { description: 'Growth until 2026-12-20', amount: 49.5 },
      ],
    });
    await request(owner, 'PATCH', path, { plan: plans.growth });
    expect(await invoices()).toMatchObject([
      { amount: 49.5, status: 'open' },
      { amount: 14.5, status: 'open' },
    ]);
    at('2026-12-06');
    await request(owner, 'PATCH', path, { plan: plans.starter });
    at('2026-12-21');
    expect(await invoices()).toMatchObject([
      { amount: 29, date: '2026-12-20' },
      { amount: 13.53, date: '2026-12-06' },
      { amount: 3.3, date: '2026-12-05' },
      { amount: 14.5, date: '2026-11-20' },
    ]);
    at('2026-11-20');
  });

  it.each([
    ['stay open', async () => undefined],
    ['are void', (invoices: () => Promise<Listed[]>) => settle(invoices, 'void')],
  ])('gets no credit for a plan chosen by mistake whose invoices %s', async (_, meanwhile) => {
    at('2026-11-20');
    const { request } = fixture();
    const [small, large] = [await planOf(30, 'month'), await planOf(6_000, 'year')];
    const { owner, path, invoices } = await subscribed(small);
    await request(owner, 'PATCH', path, { plan: large });
    await meanwhile(invoices);
    await request(owner, 'PATCH', path, { plan: small });
    expect((await invoices()).map(({ amount, status }) => [amount, status])).toEqual([
      [30, 'open'],
      [6_000, 'void'],
      [30, 'void'],
    ]);
    at('2027-02-25');
    expect((await invoices()).map(({ date, amount }) => [date, amount]).slice(0, 3)).toEqual([
      ['2027-02-20', 30],
      ['2027-01-20', 30],
      ['2026-12-20', 30],
    ]);
    at('2026-11-20');
  });

  it('keeps a credit for paid amounts, also after later voids', async () => {
    at('2026-11-20');
    const { request } = fixture();
    const [small, large] = [await planOf(30, 'month'), await planOf(100, 'month')];
    const { owner, path, invoices } = await subscribed(large);
    await settle(invoices, 'paid');
    await request(owner, 'PATCH', path, { plan: small });
    at('2027-02-25');
    expect((await invoices()).map(({ amount }) => amount)).toEqual([20, 100]);
    await settle(invoices, 'void');
    at('2027-03-21');
    expect((await invoices()).map(({ amount }) => amount)).toEqual([30, 20, 100]);
    at('2026-11-20');
  });

  it('is never charged for a change from before the previous change', async () => {
    const { request } = fixture();
    const { owner, path, invoices } = await subscribed();
    const morning = new Date('2026-12-05T11:05:00.000Z').toISOString();
    await settle(invoices, 'paid');
    for (const plan of [plans.growth, plans.starter, plans.growth, plans.starter]) {
      at('2026-12-05');
      const body = { plan, ...(plan === plans.starter ? { proration_at: morning } : {}) };
      expect((await request(owner, 'PATCH', path, body)).statusCode).toBe(200);
      await settle(invoices, 'paid');
    }
    const seen = await request(owner, 'POST', `${path}preview/`, { plan: plans.growth });
    const credit = { description: 'Credit of an earlier change', amount: -35 };
    expect(prorationSchema.parse(seen.json()).lines).toContainEqual(credit);
    at('2026-11-20');
  });

  it('has no next invoice where it ends with its period', async () => {
    const { request } = fixture();
    const { owner, path } = await subscribed();
    await request(owner, 'PATCH', path, { cancel_at_period_end: true });
    const seen = await request(owner, 'POST', `${path}preview/`, { plan: plans.growth });
    expect(prorationSchema.parse(seen.json()).next_invoice).toBeNull();
  });

  it.each([
    [{ plan: 0 }, 'plan'],
    [{}, 'non_field_errors'],
    [{ plan: 1, cancel_at_period_end: true }, 'non_field_errors'],
    [{ cancel_at_period_end: true, status: 'active' }, 'status'],
  ])('refuses a change with too few or too many fields: %j', async (body, field) => {
    const { owner, path } = await subscribed();
    const answer = await fixture().request(owner, 'PATCH', path, body);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('is not changed to the plan it has, nor to one in another currency', async () => {
    const { request, person } = fixture();
    const { owner, path } = await subscribed();
    const same = await request(owner, 'PATCH', path, { plan: plans.starter });
    expect(same.json()).toEqual({ plan: ['This is the current plan.'] });
    const admin = await person('active', { isSuperuser: true });
    const euros = await request(admin, 'POST', 'plans/', {
      name: 'Euro',
      price: 9,
      currency: 'EUR',
    });
    const other = await request(owner, 'PATCH', path, { plan: euros.json().id });
    expect(other.json()).toEqual({
      plan: ['This plan is paid in EUR, the current one in USD.'],
    });
    await request(admin, 'PATCH', `plans/${euros.json().id}/`, { is_offered: false });
  });

  it('ends with its cycle, can be resumed before, and chosen again afterwards', async () => {
    at('2026-11-20');
    const { request } = fixture();
    const { owner, project, path, invoices } = await subscribed();
    await request(owner, 'PATCH', path, { cancel_at_period_end: true });
    const resumed = await request(owner, 'PATCH', path, { cancel_at_period_end: false });
    expect(resumed.json().cancel_at_period_end).toBe(false);
    await request(owner, 'PATCH', path, { cancel_at_period_end: true });
    at('2026-12-21');
    expect((await request(owner, 'GET', path)).json().status).toBe('canceled');
    expect(await invoices()).toHaveLength(1);
    const late = await request(owner, 'PATCH', path, { cancel_at_period_end: false });
    expect(late.statusCode).toBe(409);
    const none = await request(
      owner,
      'GET',
      `subscriptions-billing/selected_project_subscription/?project_id=${project}`,
    );
    expect([none.statusCode, none.json()]).toEqual([404, { detail: 'No subscription.' }]);
    const anew = await request(owner, 'POST', 'subscriptions/', { project, plan: plans.growth });
    expect(anew.json()).toMatchObject({ status: 'manual', current_period_start: '2026-12-21' });
    const list = (await request(owner, 'GET', 'subscriptions/')).json();
    expect(list.map(({ status }: { status: string }) => status)).toEqual(['manual', 'canceled']);
    at('2026-11-20');
  });

  it('has invoices that a superuser settles once', async () => {
    const { request, person } = fixture();
    const { owner, invoices } = await subscribed();
    const [{ id } = { id: '' }] = await invoices();
    const path = `subscription-invoices/${id}/`;
    expect((await request(owner, 'PATCH', path, { status: 'paid' })).statusCode).toBe(403);
    const admin = await person('active', { isSuperuser: true });
    expect((await request(admin, 'PATCH', path, { status: 'paid' })).json().status).toBe('paid');
    expect((await request(admin, 'PATCH', path, { status: 'void' })).statusCode).toBe(404);
    expect((await request(admin, 'PATCH', path, { status: 'paid' })).json().status).toBe('paid');
    expect((await invoices())[0]?.status).toBe('paid');
  });

  it('requires no card', async () => {
    const { request, company } = fixture();
    const { owner, project } = await company();
    const answer = await request(owner, 'POST', 'setup-intents/', { project });
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { detail: 'No card is needed here.' },
    ]);
    const settings = await fixture().app.inject('/api/settings/config/');
    expect(settings.json().features.capi).toBe(true);
    expect(settings.json().features.billing).toBe(false);
    expect(noon).toEqual(fixture().now());
  });
});
