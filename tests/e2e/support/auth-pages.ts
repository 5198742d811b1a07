import { expect, type Page } from '@playwright/test';
import { acme, invitation, memberAt, plans } from '../../support/auth.ts';
import type { Answer } from './stub-server.ts';

/** A server that accepts every step in turn. */
export function steps(): Record<string, Answer> {
  let state: 'company' | 'payment' | 'subscription' | 'active' = 'company';
  return {
    'auth/check/': () => ({ json: memberAt(state) }),
    'registration/': () => ({ status: 201, json: memberAt('company') }),
    'projects/': () => {
      state = 'payment';
      return { status: 201, json: acme };
    },
    'projects/7/': () => ({ json: acme }),
    'confirm-payment-info/7/': () => {
      state = 'subscription';
      return { json: memberAt(state) };
    },
    'plans/': () => ({ json: plans }),
    'subscriptions/': () => {
      state = 'active';
      return {
        status: 201,
        json: {
          id: 5,
          status: 'manual',
          project: 7,
          plan: { id: 2, name: 'Growth', price: 99, currency: 'USD', interval: 'month' },
          current_period_start: '2026-11-20',
          current_period_end: '2026-12-20',
          cancel_at_period_end: false,
          requires_action: null,
        },
      };
    },
  };
}

const known = { ...invitation, has_account: true };
const foreign = { ...invitation, email: 'somebody.else@acme.test' };
export const newcomer = memberAt('company');

type Shown = {
  name: string;
  path: string;
  sees: string;
  answers?: Record<string, Answer>;
  who?: typeof newcomer;
  act?: (page: Page) => Promise<void>;
};

/** The pages outside the dashboard, on a server of samples. */
export const pages: readonly Shown[] = [
  { name: 'account', path: '/sign-up', sees: 'Create your account' },
  {
    name: 'account, refused',
    path: '/sign-up',
    sees: 'Create your account',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Enter a name.')).toHaveCount(2);
    },
  },
  { name: 'company', path: '/sign-up/company', sees: 'Name your company', who: newcomer },
  { name: 'payment', path: '/sign-up/payment', sees: 'Payment', who: memberAt('payment') },
  {
    name: 'plans',
    path: '/sign-up/subscription',
    sees: 'Choose a plan',
    who: memberAt('subscription'),
  },
  { name: 'mailed link', path: '/sign-up/verify', sees: 'Confirm your address' },
  { name: 'forgotten', path: '/login/forgotten', sees: 'Forgot your password?' },
  { name: 'reset', path: '/login/reset', sees: 'Choose a new password' },
  { name: 'invite', path: '/invite/7f3a', sees: 'Join Acme and Bolt' },
  {
    name: 'invite, known',
    path: '/invite/7f3a',
    sees: 'Join Acme and Bolt',
    answers: { 'accept-invite/7f3a/': () => ({ json: known }) },
  },
  {
    name: 'invite, foreign',
    path: '/invite/7f3a',
    sees: 'Join Acme and Bolt',
    who: newcomer,
    answers: { 'accept-invite/7f3a/': () => ({ json: foreign }) },
  },
  { name: 'invite, gone', path: '/invite/nothing', sees: 'This invite cannot be used' },
  { name: 'terms', path: '/terms', sees: 'Terms of use' },
];

/** The answers of a server that knows a person. */
export const checked = (who: typeof newcomer | undefined): Record<string, Answer> =>
  who
    ? {
        'auth/check/': () => ({ json: who }),
        'projects/7/': () => ({ json: acme }),
        'plans/': () => ({ json: plans }),
      }
    : {};
