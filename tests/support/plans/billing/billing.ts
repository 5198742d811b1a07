import type { billingMachine } from '#machines/billing/billing.ts';
import type { Plan } from '../../paths.ts';
import { member, offline } from '../../samples.ts';
import {
  account,
  accountWith,
  forbidden,
  largerPlan,
  proration,
  subscription,
  unpaid,
} from '../../settings.ts';

const nothing = { subscription: null, billing: null, invoices: [] };

const takeCard = async () => ({ setup_intent: 'seti_1', payment_method: 'pm_1' });

export const billingPlan: Plan<typeof billingMachine> = {
  inputs: [{ project: 7 }],
  events: {
    retry: [{ type: 'retry' }],
    'plan.choose': [{ type: 'plan.choose', plan: largerPlan }],
    'plan.confirm': [{ type: 'plan.confirm' }],
    'plan.leave': [{ type: 'plan.leave' }],
    'subscription.cancel': [{ type: 'subscription.cancel' }],
    'subscription.resume': [{ type: 'subscription.resume' }],
    'payment.confirm': [{ type: 'payment.confirm' }],
    'card.change': [{ type: 'card.change' }],
    'card.submit': [{ type: 'card.submit', takeCard }],
    'card.leave': [{ type: 'card.leave' }],
    'problem.dismiss': [{ type: 'problem.dismiss' }],
  },
  answers: {
    readBilling: [
      { output: account },
      { output: { ...account, ...nothing, isConfigured: false } },
      { output: { ...account, ...nothing } },
      { output: accountWith({ status: 'trialing' }) },
      { output: accountWith({ status: 'incomplete', ...unpaid }) },
      { output: accountWith({ status: 'past_due' }) },
      { output: accountWith({ status: 'canceled' }) },
      { output: accountWith({ cancel_at_period_end: true }) },
      { error: offline },
    ],
    subscribe: [
      { output: subscription },
      { output: { ...subscription, status: 'incomplete', ...unpaid } },
      { error: forbidden },
    ],
    previewPlan: [{ output: proration }, { error: offline }],
    changePlan: [
      { output: subscription },
      { output: { ...subscription, ...unpaid } },
      { error: offline },
    ],
    turnSubscription: [{ output: subscription }, { error: offline }],
    confirmPayment: [{ output: undefined }, { error: offline }],
    openCard: [
      { output: { publicKey: 'pk_test', clientSecret: 'seti_1_secret_2' } },
      { error: offline },
    ],
    keepCard: [{ output: member }, { error: offline }],
  },
};
