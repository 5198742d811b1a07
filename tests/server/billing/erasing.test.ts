import { describe, expect, it } from 'vitest';
import { createBilling, createSubscriptionControl } from '#server/billing/billing.ts';
import { idempotency } from '#server/plugins/idempotency.ts';
import { eraseProjects } from '#server/projects/erasure.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { billingFixture, noon, seededPlans } from './fixture.ts';

const stores = sharedStores();
const fixture = billingFixture({ mode: 'stripe' });

const day = 86_400_000;

/** A company with card payment that is scheduled for deletion. */
async function leaving() {
  const { request, card, company, pool, stripe } = fixture();
  const { owner, project } = await company();
  await card(owner, project);
  const { starter: plan } = await seededPlans(pool);
  const created = await request(owner, 'POST', 'subscriptions/', { project, plan });
  const path = `subscriptions/${created.json().id}/`;
  const { name } = (await request(owner, 'GET', `projects/${project}/`)).json();
  const leave = () => request(owner, 'POST', `projects/${project}/delete/`, { name });
  const charged = () =>
    [...stripe.subscriptions.values()]
      .filter(({ metadata }) => metadata.project === `${project}`)
      .map(({ cancel_at_period_end: isEnding }) => !isEnding);
  return { owner, project, path, leave, charged };
}

/** Deletes what is due a week later. */
function erase() {
  const { stripe } = fixture();
  const { pool, warehouse } = stores();
  const now = () => new Date(noon.getTime() + 7 * day);
  const settings = { mode: 'stripe', stripe: stripe.settings } as const;
  const { end: endSubscription } = createSubscriptionControl({ pool, now, settings });
  return eraseProjects({ pool, warehouse, cluster: undefined, now, log: silent, endSubscription });
}

/** The checks that repeat while the app listens. */
function round(): Promise<void> {
  const { stripe, pool, reader, now, mailbox } = fixture();
  return createBilling({
    pool,
    reader,
    now,
    mailer: mailbox,
    log: silent,
    settings: { mode: 'stripe', stripe: stripe.settings },
    idempotent: idempotency({ pool, now }),
    publicUrl: () => 'https://ledger.test',
  }).watchUsage();
}

describe('a deleted project', () => {
  it('is not charged, also where its subscription was resumed in the meantime', async () => {
    const { request } = fixture();
    const { owner, project, path, leave, charged } = await leaving();
    expect((await leave()).statusCode).toBe(200);
    await request(owner, 'PATCH', path, { cancel_at_period_end: false });
    expect(charged()).toEqual([true]);
    expect(await erase()).toEqual([project]);
    expect(charged()).toEqual([false]);
  });

  it('stays until Stripe has received the cancellation', async () => {
    const { stripe } = fixture();
    const { project, leave, charged } = await leaving();
    stripe.fail(true);
    const answer = await leave();
    expect(answer.statusCode).toBe(200);
    expect(answer.json().deletes_at).toBe('2026-11-27T12:00:00.000Z');
    expect(await erase()).toEqual([]);
    stripe.fail(false);
    expect(charged()).toEqual([true]);
    expect(await erase()).toEqual([project]);
    expect(charged()).toEqual([false]);
  });

  it('is kept while Stripe does not answer, and paid for afterwards', async () => {
    const { request, stripe } = fixture();
    const { owner, project, leave, charged } = await leaving();
    await leave();
    stripe.fail(true);
    const stored = await request(owner, 'POST', `projects/${project}/restore/`, {});
    await round();
    stripe.fail(false);
    expect([stored.statusCode, stored.json().deletes_at]).toEqual([200, null]);
    expect(charged()).toEqual([false]);
    await round();
    expect(charged()).toEqual([true]);
  });

  it('whose deletion is cancelled is not charged where a person has cancelled the subscription in the meantime', async () => {
    const { request, stripe } = fixture();
    const { owner, project, path, leave, charged } = await leaving();
    await leave();
    stripe.fail(true);
    await request(owner, 'POST', `projects/${project}/restore/`, {});
    stripe.fail(false);
    await request(owner, 'PATCH', path, { cancel_at_period_end: true });
    await round();
    expect(charged()).toEqual([false]);
  });

  it('whose deletion is cancelled has no plan that was never paid', async () => {
    const { request, card, company, pool } = fixture();
    const { owner, project } = await company();
    await card(owner, project, 'declined');
    const { starter: plan } = await seededPlans(pool);
    const created = await request(owner, 'POST', 'subscriptions/', { project, plan });
    expect(created.json().status).toBe('incomplete');
    const { name } = (await request(owner, 'GET', `projects/${project}/`)).json();
    const answer = await request(owner, 'POST', `projects/${project}/delete/`, { name });
    expect(answer.statusCode).toBe(200);
    expect(await erase()).toEqual([project]);
  });
});
