import type { Page, Route } from '@playwright/test';
import {
  type CardKind,
  keys,
  type StripeDouble,
  startStripe,
} from '../../server/support/stripe.ts';
import { createInstallation, type RunningProduct } from '../../torture/support/product.ts';
import { violations } from '../support/axe.ts';
import { test as base, expect } from '../support/page.ts';
import { type Card, withStripe } from '../support/stripe-script.ts';

/** A product with card payment, against a double of Stripe. */
const test = base.extend<object, { shop: RunningProduct & { stripe: StripeDouble } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const stripe = await startStripe(() => new Date());
      const home = await createInstallation(undefined, {
        SIGN_UP: '1',
        STRIPE_SECRET_KEY: keys.secretKey,
        STRIPE_PUBLIC_KEY: 'pk_test_double',
        STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
        STRIPE_API_URL: stripe.settings.apiUrl,
      });
      try {
        await use({ ...(await home.start()), stripe });
      } finally {
        await home.remove();
        await stripe.stop();
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const policyOf = (page: Page, path: string) =>
  page.evaluate(
    async (at) =>
      (await fetch(at, { headers: { accept: 'text/html' } })).headers.get(
        'content-security-policy',
      ),
    path,
  );

/** A person at the payment step, with the card that they will enter. */
async function comeToPayment(page: Page, { url, stripe }: { url: string; stripe: StripeDouble }) {
  const will: { card: CardKind | null; agree: boolean } = { card: 'good', agree: true };
  const card: Card = {
    enter: (intent) =>
      will.card === null
        ? { declined: 'Your card was declined.' }
        : { method: stripe.enterCard(intent, will.card) },
    confirm: () => {
      const [id] = [...stripe.subscriptions.keys()].slice(-1);
      if (will.agree && id) stripe.confirmPayment(id);
      return will.agree;
    },
  };
  const fetched = await withStripe(page, card);
  await page.goto(`${url}/sign-up`);
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Ruiz');
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@stranger.test`);
  await page.getByLabel('Password').fill('a phrase of seven unusual words');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(title(page)).toHaveText('Name your company');
  expect(fetched).toEqual([]);
  await page.getByLabel('Company name', { exact: true }).fill('Card Shop');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(title(page)).toHaveText('Payment');
  await expect(page.getByTitle('Card number')).toBeVisible();
  return will;
}

const useCard = (page: Page) => page.getByRole('button', { name: 'Use this card' }).click();
test('a new person pays with a card, confirms it with their bank, and changes the card later', async ({
  page,
  shop,
}) => {
  test.setTimeout(180_000);
  const will = await comeToPayment(page, shop);
  will.card = null;
  await useCard(page);
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  will.card = 'asks';
  await useCard(page);
  await expect(title(page)).toHaveText('Choose a plan');
  will.agree = false;
  await page.getByRole('button', { name: /^Finish/ }).click();
  await expect(page.getByText('Your bank said no.')).toBeVisible();
  will.agree = true;
  await page.getByRole('button', { name: /^Finish/ }).click();
  await expect(title(page)).toHaveText('Dashboard');

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Billing' }).click();
  const section = page.getByRole('region', { name: 'Card', exact: true });
  await expect(section).toContainText('visa ending in');
  await section.getByRole('button', { name: 'Change the card' }).click();
  await expect(section.getByTitle('Card number')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  will.card = null;
  await useCard(page);
  await expect(section.getByRole('alert')).toHaveText('Your card was declined.');
  await section.getByRole('button', { name: 'Keep the card' }).click();
  await expect(section.getByTitle('Card number')).toHaveCount(0);

  will.agree = false;
  await page.getByRole('button', { name: 'Change to Scale' }).click();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByText('Your bank said no.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await section.getByRole('button', { name: 'Change the card' }).click();
  will.card = 'good';
  await useCard(page);
  await expect(section.getByRole('button', { name: 'Change the card' })).toBeVisible();
  await expect(section.getByTitle('Card number')).toHaveCount(0);
  expect(shop.stripe.requests.filter((one) => /^POST customers\/\w+$/.test(one))).toHaveLength(2);
});

test('Stripe’s script loads only on pages with a card form, and nothing else does', async ({
  page,
  shop,
}) => {
  await comeToPayment(page, shop);
  for (const path of ['/sign-up/payment', '/sign-up/subscription', '/settings/billing-settings']) {
    expect(await policyOf(page, path), path).toContain("script-src 'self' https://js.stripe.com");
  }
  for (const path of ['/dashboard', '/settings', '/settings/personal-settings', '/sign-up']) {
    const policy = await policyOf(page, path);
    expect(policy, path).not.toContain('stripe.com');
    expect(policy, path).toContain("require-trusted-types-for 'script'");
  }
});

test('a failed load of Stripe’s script shows an error with a retry', async ({ page, shop }) => {
  await comeToPayment(page, shop);
  const lose = (route: Route) => route.abort();
  await page.route('https://js.stripe.com/**', lose);
  await page.reload();
  const words = page.getByText(/^The script of the payment provider could not be loaded/);
  await expect(words).toBeVisible();
  await page.unroute('https://js.stripe.com/**', lose);
  await page.getByRole('button', { name: /^(Retry|Try again)/ }).click();
  await expect(page.getByTitle('Card number')).toBeVisible();
});
