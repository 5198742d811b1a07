import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Billing, Invoice, Plan, Proration, Subscription } from '#contract/billing/schemas.ts';
import { problemFrom } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';
import { checked } from '../kit/checked.ts';
import { idempotent } from '../kit/idempotent.ts';

type Account = {
  isConfigured: boolean;
  plans: Plan[];
  subscription: Subscription | null;
  billing: Billing | null;
  invoices: Invoice[];
};

/**
 * `GET plans/`, `GET subscriptions/`, `GET subscriptions-billing/selected_project_subscription/` and `GET
 * subscription-invoices/`. If the billing call fails, the page is shown without its facts.
 */
export const readBilling = (api: Api): PromiseActorLogic<Account, { project: number }> =>
  fromPromise(async ({ input: { project }, signal }) => {
    const [{ features }, plans, subscriptions, billing] = await Promise.all([
      api.call('settings', { signal }),
      api.call('listPlans', { signal }),
      api.call('listSubscriptions', { signal }),
      checkBilling(api, project, signal),
    ]);
    const own = subscriptions.filter((one) => one.project === project);
    const subscription =
      own.find(({ id }) => id === billing?.subscription) ??
      own.find(({ status }) => status !== 'canceled') ??
      own[0] ??
      null;
    const invoices = subscription ? await invoicesOf(api, subscription, signal) : [];
    return { isConfigured: features.billing, plans, subscription, billing, invoices };
  });

/** Null when the check fails; offline, the whole page is. */
async function checkBilling(
  api: Api,
  project: number,
  signal: AbortSignal,
): Promise<Billing | null> {
  const asking = api.call('subscriptionBilling', {
    params: { id: 'selected_project_subscription' },
    query: { project_id: project },
    signal,
  });
  const { value, problem } = await checked(asking, signal);
  if (problem?.kind === 'offline') throw problem;
  return value;
}

/** Empty for a member who may see the plan but not its invoices. */
async function invoicesOf(
  api: Api,
  { id: subscription }: Subscription,
  signal: AbortSignal,
): Promise<Invoice[]> {
  try {
    return await api.call('subscriptionInvoices', { query: { subscription }, signal });
  } catch (thrown) {
    if (problemFrom(thrown).kind === 'forbidden') return [];
    throw thrown;
  }
}

/** `POST subscriptions/`. */
export const subscribe = (
  api: Api,
): PromiseActorLogic<Subscription, { project: number; plan: number }> =>
  fromPromise(({ input, signal }) =>
    idempotent(api, 'createSubscription', { body: input, signal }),
  );

/** `POST subscriptions/{id}/preview/`. */
export const previewPlan = (
  api: Api,
): PromiseActorLogic<Proration, { subscription: number; plan: number }> =>
  fromPromise(({ input: { subscription: id, plan }, signal }) =>
    api.call('previewSubscription', { params: { id }, body: { plan }, signal }),
  );

/** `PATCH subscriptions/{id}/`, at the price that the preview showed. */
export const changePlan = (
  api: Api,
): PromiseActorLogic<Subscription, { subscription: number; proration: Proration }> =>
  fromPromise(({ input: { subscription: id, proration }, signal }) =>
    api.call('changeSubscription', {
      params: { id },
      body: { plan: proration.plan.id, proration_at: proration.proration_at },
      signal,
    }),
  );

/** `PATCH subscriptions/{id}/`: cancels at the end of the billing cycle, or withdraws the cancellation. */
export const setCancellation = (
  api: Api,
): PromiseActorLogic<Subscription, { subscription: number; isEnding: boolean }> =>
  fromPromise(({ input: { subscription: id, isEnding }, signal }) =>
    api.call('changeSubscription', {
      params: { id },
      body: { cancel_at_period_end: isEnding },
      signal,
    }),
  );
