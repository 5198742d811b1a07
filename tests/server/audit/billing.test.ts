import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import { billingStage, type Person, seededPlans } from '../billing/stage.ts';

const manual = billingStage({ cards: false });
const atStripe = billingStage({ cards: true });
type StageOf = typeof manual;

/** The log of a project, or of one's own account, oldest first. */
async function told(stage: StageOf, reader: Person, project?: number) {
  const query = project === undefined ? '' : `?project=${project}`;
  const answer = await stage().ask(reader, 'GET', `audit-log/${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const entries: AuditEntry[] = answer.json();
  return entries.toReversed();
}

describe('the log', () => {
  it('contains the creation and change of a plan, once each, and no refused one', async () => {
    const { ask, person } = manual();
    const boss = await person('active', { isSuperuser: true });
    const somebody = await person();
    const key = { 'idempotency-key': 'a-plan-that-is-made-once' };
    const body = { name: 'Told', price: 12.5, is_offered: false };
    const made = await ask(boss, 'POST', 'plans/', body, key);
    const again = await ask(boss, 'POST', 'plans/', body, key);
    expect(again.json()).toEqual(made.json());
    await ask(boss, 'POST', 'plans/', { ...body, price: -1 });
    await ask(somebody, 'POST', 'plans/', body);
    await ask(boss, 'PATCH', `plans/${made.json().id}/`, { price: 13 });
    await ask(boss, 'PATCH', `plans/${made.json().id}/`, { price: -1 });
    expect(await told(manual, boss)).toMatchObject([
      {
        action: 'plan.created',
        target: 'Told',
        actor: { email: boss.email },
        details: { price: 12.5, currency: 'USD', interval: 'month', is_offered: false },
      },
      { action: 'plan.changed', target: 'Told', details: { price: 13 } },
    ]);
    expect(await told(manual, somebody)).toEqual([]);
  });

  it.each([
    ['paid', 'void', 'invoice.paid'],
    ['void', 'paid', 'invoice.voided'],
  ])(
    'shows the owner an invoice that is %s, once, and no refused one',
    async (status, other, action) => {
      const { ask, company, person, pool } = manual();
      const { owner, project } = await company();
      const { starter } = await seededPlans(pool);
      const made = await ask(owner, 'POST', 'subscriptions/', { project, plan: starter });
      const invoices = await ask(
        owner,
        'GET',
        `subscription-invoices/?subscription=${made.json().id}`,
      );
      const [{ id, number }] = invoices.json();
      const path = `subscription-invoices/${id}/`;
      const boss = await person('active', { isSuperuser: true });
      await ask(owner, 'PATCH', path, { status });
      await ask(boss, 'PATCH', path, { status });
      await ask(boss, 'PATCH', path, { status });
      await ask(boss, 'PATCH', path, { status: other });
      expect((await told(manual, owner, project)).slice(1)).toMatchObject([
        {
          action,
          target: number,
          actor: { email: boss.email },
          details: { amount: 29, currency: 'USD' },
        },
      ]);
    },
  );

  it.each([
    ['without cards', manual],
    ['at Stripe', atStripe],
  ])('contains a subscription once, however often it is requested: %s', async (_, stage) => {
    const { ask, company, card, pool } = stage();
    const { owner, project } = await company();
    if (stage === atStripe) await card(owner, project);
    const { starter } = await seededPlans(pool);
    const subscribe = () => ask(owner, 'POST', 'subscriptions/', { project, plan: starter });
    const answers = [...(await Promise.all([subscribe(), subscribe()])), await subscribe()];
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const created = (await told(stage, owner, project)).filter(
      ({ action }) => action === 'subscription.created',
    );
    const [first] = answers;
    expect(created).toMatchObject([
      { target: 'Starter', details: { subscription: first?.json().id } },
    ]);
  });
});
