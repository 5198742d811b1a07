import { settings } from '../../support/samples.ts';
import { account } from '../../support/settings.ts';
import type { Answer } from './stub-server.ts';

/** A project that pays with a card. */
export const paidProject: Record<string, Answer> = {
  'settings/config/': () => ({
    json: { ...settings, features: { ...settings.features, billing: true } },
  }),
  'plans/': () => ({ json: account.plans }),
  'subscriptions/': () => ({ json: [account.subscription] }),
  'subscriptions-billing/selected_project_subscription/': () => ({ json: account.billing }),
  'subscription-invoices/': () => ({ json: account.invoices }),
};
