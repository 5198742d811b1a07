import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import { billingFixture, type Person, seededPlans } from '../billing/fixture.ts';

const manual = billingFixture({ mode: 'manual' });
const atStripe = billingFixture({ mode: 'stripe' });
type StageOf = typeof manual;

/** The log of a project, or of one's own account, oldest first. */
async function told(fixture: StageOf, reader: Person, project?: number) {
  const query = project === undefined ? '' : `?project=${project}`;
  const answer = await fixture().request(reader, 'GET', `audit-log/${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const entries: AuditEntry[] = answer.json();
  return entries.toReversed();
}

describe('the log', () => {
  it('contains the creation and change of a plan, once each, and no refused one', async () => {
    const { request, person } = manual();
    const admin = await person('active', { isSuperuser: true });
    const user = await person();
    const key = { 'idempotency-key': 'a-plan-that-is-made-once' };
    const body = { name: 'Told', price: 12.5, is_offered: false };
    const created = await request(admin, 'POST', 'plans/', body, key);
    const again = await request(admin, 'POST', 'plans/', body, key);
    expect(again.json()).toEqual(created.json());
    await request(admin, 'POST', 'plans/', { ...body, price: -1 });
    await request(user, 'POST', 'plans/', body);
    await request(admin, 'PATCH', `plans/${created.json().id}/`, { price: 13 });
    await request(admin, 'PATCH', `plans/${created.json().id}/`, { price: -1 });
    expect(await told(manual, admin)).toMatchObject([
      {
        action: 'plan.created',
        target: 'Told',
        actor: { email: admin.email },
        details: { price: 12.5, currency: 'USD', interval: 'month', is_offered: false },
      },
      { action: 'plan.changed', target: 'Told', details: { price: 13 } },
    ]);
    expect(await told(manual, user)).toEqual([]);
  });

  it.each([
    ['paid', 'void', 'invoice.paid'],
    ['void', 'paid', 'invoice.voided'],
  ])(
    'shows the owner an invoice that is %s, once, and no refused one',
    async (status, other, action) => {
      const { request, company, person, pool } = manual();
      const { owner, project } = await company();
      const { starter } = await seededPlans(pool);
      const created = await request(owner, 'POST', 'subscriptions/', { project, plan: starter });
      const invoices = await request(
        owner,
        'GET',
        `subscription-invoices/?subscription=${created.json().id}`,
      );
      const [{ id, number }] = invoices.json();
      const path = `subscription-invoices/${id}/`;
      const admin = await person('active', { isSuperuser: true });
      await request(owner, 'PATCH', path, { status });
      await request(admin, 'PATCH', path, { status });
      await request(admin, 'PATCH', path, { status });
      await request(admin, 'PATCH', path, { status: other });
      expect((await told(manual, owner, project)).slice(1)).toMatchObject([
        {
          action,
          target: number,
          actor: { email: admin.email },
          details: { amount: 29, currency: 'USD' },
        },
      ]);
    },
  );

  it.each([
    ['without cards', manual],
    ['at Stripe', atStripe],
  ])('contains a subscription once, however often it is requested: %s', async (_, fixture) => {
    const { request, company, card, pool } = fixture();
    const { owner, project } = await company();
    if (fixture === atStripe) await card(owner, project);
    const { starter } = await seededPlans(pool);
    const subscribe = () => request(owner, 'POST', 'subscriptions/', { project, plan: starter });
    const answers = [...(await Promise.all([subscribe(), subscribe()])), await subscribe()];
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const created = (await told(fixture, owner, project)).filter(
      ({ action }) => action === 'subscription.created',
    );
    const [first] = answers;
    expect(created).toMatchObject([
      { target: 'Starter', details: { subscription: first?.json().id } },
    ]);
  });
});
