import type { Page } from '@playwright/test';
import { acme, invitation, memberAt, plans } from '../support/entrance.ts';
import { overflow, violations } from './axe.ts';
import { expect, test } from './page.ts';
import { type Answer, remember, standIn } from './stand-in.ts';

/** A server that takes every step as it comes. */
function steps(): Record<string, Answer> {
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
const newcomer = memberAt('company');

type Shown = {
  name: string;
  path: string;
  sees: string;
  answers?: Record<string, Answer>;
  who?: typeof newcomer;
  act?: (page: Page) => Promise<void>;
};

const pages: readonly Shown[] = [
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

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test('the pages of signing up are free of violations and fit', async ({ page, visit }) => {
        test.setTimeout(240_000);
        for (const { name, path, sees, who, answers = {}, act } of pages) {
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await standIn(page, { ...steps(), ...answers, ...checked(who) });
          await visit('/conf.js');
          await page.evaluate((token) => {
            localStorage.clear();
            if (token) localStorage.setItem('clickledger.v1.token', JSON.stringify(token));
          }, who?.token);
          await visit(path);
          await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(sees);
          await act?.(page);
          expect(await violations(page), name).toEqual([]);
          expect(await overflow(page), name).toBe(0);
        }
      });
    });
  }
}

const checked = (who: typeof newcomer | undefined): Record<string, Answer> =>
  who
    ? {
        'auth/check/': () => ({ json: who }),
        'projects/7/': () => ({ json: acme }),
        'plans/': () => ({ json: plans }),
      }
    : {};

test.describe('by keyboard alone', () => {
  test('a stranger signs up', async ({ page, visit }) => {
    await standIn(page, steps());
    const { keyboard } = page;
    const tabTo = async (name: string | RegExp) => {
      const target = page.getByRole('textbox', { name }).or(page.getByRole('button', { name }));
      for (let stops = 0; stops < 12; stops++) {
        if (await target.evaluate((control) => control === document.activeElement)) return;
        await keyboard.press('Tab');
      }
      await expect(target).toBeFocused();
    };
    await visit('/login');
    await page.getByRole('link', { name: 'Create an account' }).focus();
    await keyboard.press('Enter');
    await expect(page.getByLabel('First name')).toBeFocused();
    await keyboard.type('Ana');
    await tabTo('Last name');
    await keyboard.type('Ruiz');
    await tabTo('Email');
    await keyboard.type(newcomer.email);
    await tabTo('Telephone (optional)');
    await keyboard.type('3125550123');
    await keyboard.press('Tab');
    await expect(page.getByLabel('Password')).toBeFocused();
    await keyboard.type('a phrase that nobody has typed before');
    await keyboard.press('Enter');

    await expect(page.getByLabel('Company name')).toBeFocused();
    await keyboard.type('Acme');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Continue to plans' })).toBeFocused();
    await keyboard.press('Enter');

    const chosen = page.getByRole('radio', { checked: true });
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toBeFocused();
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Finish/ })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('an invite is accepted', async ({ page, visit }) => {
    await remember(page, newcomer);
    await standIn(page, { ...steps(), 'accept-invite/7f3a/': acceptedBy });
    await visit('/invite/7f3a');
    await expect(page.getByRole('button', { name: 'Accept the invite' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

const acceptedBy: Answer = (route) => ({
  json: route.request().method() === 'PATCH' ? memberAt('active') : invitation,
});
