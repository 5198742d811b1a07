import { describe, expect, it } from 'vitest';
import type { SignUpState } from '#contract/billing/schemas.ts';
import { billingFixture, noon, type Person, seededPlans } from './fixture.ts';

const off = billingFixture({ mode: 'off' });
const manual = billingFixture({ mode: 'manual' });

const stateOf = async ({ id }: Person): Promise<SignUpState> => {
  const { rows } = await off().pool.query('select state from users where id = $1', [id]);
  return rows[0].state;
};

const refusal = { detail: 'Billing is off here: nothing needs to be paid.' };

describe('where billing is off', () => {
  it('signing up ends after the company', async () => {
    const { request, person } = off();
    const newcomer = await person('company');
    const made = await request(newcomer, 'POST', 'projects/', { name: 'Newcomer' });
    expect(made.statusCode, made.body).toBe(201);
    expect(await stateOf(newcomer)).toBe('active');
    const second = await request(newcomer, 'POST', 'projects/', { name: 'Second' });
    expect(second.statusCode).toBe(201);
  });

  it('a sign-up that stood between two steps goes on at the next start', async () => {
    const { company, person, another } = off();
    const atPayment = (await company('payment')).owner;
    const atPlan = (await company('subscription')).owner;
    const ownsNothing = await person('payment');
    const atCompany = await person('company');
    const started = await another();
    await started.ready();
    await started.close();
    expect(await stateOf(atPayment)).toBe('active');
    expect(await stateOf(atPlan)).toBe('active');
    expect(await stateOf(ownsNothing)).toBe('company');
    expect(await stateOf(atCompany)).toBe('company');
  });

  it('refuses what would cost money', async () => {
    const { request, company, pool, app } = off();
    const { owner, project } = await company();
    const { growth } = await seededPlans(pool);
    const answers = [
      await request(owner, 'POST', 'subscriptions/', { project, plan: growth }),
      await request(owner, 'POST', 'setup-intents/', { project }),
      await request(owner, 'PATCH', `confirm-payment-info/${project}/`, {}),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([409, refusal]);
    }
    const settings = await app.inject('/api/settings/config/');
    expect(settings.json().features.billing).toBe(false);
  });

  it('a subscription from before stays as it was, without invoices or limits, and goes on later', async () => {
    const { starter, growth } = await seededPlans(manual().pool);
    const { owner, project } = await manual().company();
    const ask = manual().request;
    const made = await ask(owner, 'POST', 'subscriptions/', { project, plan: starter });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json();
    const later = new Date(noon.getTime() + 70 * 86_400_000);
    const invoices = `subscription-invoices/?subscription=${id}`;
    const billing = `subscriptions-billing/selected_project_subscription/?project_id=${project}`;

    const { request, setNow } = off();
    setNow(later);
    const stored = await request(owner, 'GET', `subscriptions/${id}/`);
    expect(stored.json()).toEqual(made.json());
    expect((await request(owner, 'GET', invoices)).json()).toHaveLength(1);
    expect((await request(owner, 'GET', billing)).json()).toMatchObject({
      status: 'manual',
      next_invoice: null,
      events_limit: null,
      usage_warning: null,
    });
    const changed = await request(owner, 'PATCH', `subscriptions/${id}/`, { plan: growth });
    expect([changed.statusCode, changed.json()]).toEqual([409, refusal]);
    setNow(noon);

    manual().setNow(later);
    expect((await ask(owner, 'GET', invoices)).json()).toHaveLength(3);
    manual().setNow(noon);
  });

  it('a company with such a subscription is deleted and restored like others', async () => {
    const { starter } = await seededPlans(manual().pool);
    const { owner, project } = await manual().company();
    const body = { project, plan: starter };
    const { id } = (await manual().request(owner, 'POST', 'subscriptions/', body)).json();
    const { request } = off();
    const ends = async () =>
      (await request(owner, 'GET', `subscriptions/${id}/`)).json().cancel_at_period_end;
    const { rows } = await off().pool.query('select name from projects where id = $1', [project]);
    const confirmation = { name: rows[0].name };
    const deleted = await request(owner, 'POST', `projects/${project}/delete/`, confirmation);
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect(await ends()).toBe(true);
    expect((await request(owner, 'POST', `projects/${project}/restore/`, {})).statusCode).toBe(200);
    expect(await ends()).toBe(false);
  });
});
