import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Subscription } from '#contract/billing/schemas.ts';
import { billingMachine } from '#machines/billing/billing.ts';
import { accountWith, subscription, unpaid } from '../../support/settings.ts';

async function start(change: Partial<Subscription>) {
  const account = accountWith(change);
  const requests: object[] = [];
  const actor = createActor(
    billingMachine.provide({
      actors: {
        readBilling: fromPromise(async () => account),
        subscribe: fromPromise(async ({ input }) => {
          requests.push(input);
          return subscription;
        }),
      },
    }),
    { input: { project: 7 } },
  ).start();
  await expect.poll(() => actor.getSnapshot().hasTag('settled')).toBe(true);
  return { actor, account, requests };
}

describe('a plan with a refused first payment', () => {
  it('is chosen again, with the card at that time', async () => {
    const { actor, account, requests } = await start({ status: 'incomplete', ...unpaid });
    const plan = account.plans.find(({ id }) => id === account.subscription?.plan.id);
    if (!plan) throw new Error('The plan is not offered.');
    actor.send({ type: 'plan.choose', plan });
    expect(actor.getSnapshot().value).toBe('subscribing');
    await expect.poll(() => requests).toEqual([{ project: 7, plan: plan.id }]);
  });
});
