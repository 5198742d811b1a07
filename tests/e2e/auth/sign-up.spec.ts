import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { memberAt } from '../../support/auth.ts';
import { signIn } from '../support/demo.ts';
import { linkMailedTo } from '../support/outbox.ts';
import { addressOf, expect, test } from '../support/page.ts';
import { startStubServer } from '../support/stub-server.ts';

const newAddress = () => `${randomUUID()}@stranger.test`;
const password = 'a phrase of seven unusual words';
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function fillAccount(page: Page, email: string) {
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Ruiz');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Telephone (optional)' }).fill('+1 312 555 0123');
}

const typed = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test.describe('a new person', () => {
  test('signs up through all steps, reloads in each, and lands on an empty dashboard', async ({
    page,
    visit,
  }) => {
    const email = newAddress();
    await visit('/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillAccount(page, email);
    await typed(page, 'Password').fill(password);
    await page.reload();
    await expect(typed(page, 'First name')).toHaveValue('Ana');
    await expect(typed(page, 'Email')).toHaveValue(email);
    await expect(page.getByRole('textbox', { name: 'Telephone (optional)' })).toHaveValue(
      '+1 312 555 0123',
    );
    await expect(typed(page, 'Password')).toHaveValue('');
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).toContain(email);
    expect(stored).not.toContain(password);
    await typed(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();

    await expect(title(page)).toHaveText('Name your company');
    await expect(page).toHaveURL(/\/sign-up\/company$/);
    await typed(page, 'Company name').fill('Stranger Shop');
    await typed(page, 'Events a month').fill('250,000');
    await page.reload();
    await expect(typed(page, 'Company name')).toHaveValue('Stranger Shop');
    await expect(typed(page, 'Time zone')).toHaveValue('America/New_York');
    await visit('/sign-up/subscription');
    await expect(title(page)).toHaveText('Name your company');
    await expect(page).toHaveURL(/\/sign-up\/company$/);
    await page.getByRole('button', { name: 'Continue to payment' }).click();

    await expect(title(page)).toHaveText('Payment');
    await expect(page.getByText('No card is needed.')).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/sign-up\/payment$/);
    await page.goBack();
    await expect(title(page)).toHaveText('Your company');
    await expect(typed(page, 'Company name')).toHaveValue('Stranger Shop');
    await page.goForward();
    await page.getByRole('button', { name: 'Continue to plans' }).click();

    await expect(title(page)).toHaveText('Choose a plan');
    await expect(page.getByRole('radio', { name: /^Growth/ })).toBeChecked();
    await page.getByRole('radio', { name: /^Scale/ }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Scale/ })).toBeChecked();
    await page.getByRole('button', { name: /^Finish/ }).click();

    await expect(page).toHaveURL(/\/dashboard/);
    await expect(title(page)).toHaveText('Dashboard');
    await expect(page.getByText('Stranger Shop')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No event has arrived yet' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('clickledger.sign-up.v1'))).toBeNull();

    await visit('/sign-up/company');
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test('sees the missing fields one by one, and keeps the typed text', async ({ page, visit }) => {
    await visit('/sign-up');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Enter a name.')).toHaveCount(2);
    await expect(page.getByText('Enter an e-mail address like name@example.com.')).toBeVisible();
    await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();
    await fillAccount(page, newAddress());
    await page.getByLabel('Password').fill('password123');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('data-invalid', '');
    await expect(page.getByLabel('First name')).toHaveValue('Ana');
  });

  test('enters a number with its dial code, in a field of 25 characters, with flags of our own', async ({
    page,
    visit,
  }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(addressOf('/'))) foreign.push(request.url());
    });
    await visit('/sign-up');
    const number = page.getByRole('textbox', { name: 'Telephone (optional)' });
    await expect(number).toHaveAttribute('name', 'telephone');
    await expect(number).toHaveAttribute('maxlength', '25');
    await expect(number).toHaveValue('+1');
    const country = page.getByRole('combobox', { name: 'Country of the telephone number' });
    await expect(country).toHaveValue('US');
    await country.selectOption('DE');
    await expect(number).toHaveValue('+49');
    await expect(page.locator('.PhoneInputCountryIcon svg')).toBeVisible();
    expect(foreign).toEqual([]);
  });

  test('is sent to the first step from every later one', async ({ page, visit }) => {
    for (const step of ['company', 'payment', 'subscription']) {
      await visit(`/sign-up/${step}`);
      await expect(title(page)).toHaveText('Create your account');
      await expect(page).toHaveURL(/\/sign-up$/);
    }
  });
});

test.describe('a link in a mail', () => {
  test('sets a new password, once', async ({ page, visit }) => {
    const email = newAddress();
    await visit('/sign-up');
    await fillAccount(page, email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(title(page)).toHaveText('Name your company');
    await page.evaluate(() => localStorage.clear());

    await visit('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(title(page)).toHaveText('Check your email');
    const link = await linkMailedTo(email);
    expect(new URL(link).pathname).toBe('/login/reset');

    await page.goto(link);
    await page.getByRole('textbox', { name: 'New password' }).fill(`${password}, later`);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(title(page)).toHaveText('Your password is changed');
    expect(page.url()).not.toContain('#');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(`${password}, later`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await page.goto(link);
    await page.reload();
    await page.getByRole('textbox', { name: 'New password' }).fill(`${password}, once more`);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });
});

async function invite(email: string): Promise<void> {
  const owner = await signIn();
  const answer = await fetch(addressOf('/api/v1/user/'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Token ${owner.token}` },
    body: JSON.stringify({ email, role: 'viewer', projects: [owner.projects[0]?.id] }),
  });
  expect(answer.status).toBe(201);
}

test.describe('an invite', () => {
  test('is accepted by a new person from the mailed link, and only once', async ({ page }) => {
    const email = newAddress();
    await invite(email);
    const link = await linkMailedTo(email);
    await page.goto(link);
    await expect(title(page)).toHaveText(/^Join /);
    await expect(page.getByText(email)).toBeVisible();
    await page.reload();
    await page.getByLabel('First name').fill('Ben');
    await page.getByLabel('Last name').fill('Okoro');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(title(page)).toHaveText('Dashboard');

    await page.goto(link);
    await expect(title(page)).toHaveText('This invite cannot be used');
  });

  test('is accepted by a person with an account after signing in, and by no other', async ({
    page,
    browser,
  }) => {
    const email = newAddress();
    await page.goto(addressOf('/sign-up'));
    await fillAccount(page, email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(title(page)).toHaveText('Name your company');
    await invite(email);
    const link = await linkMailedTo(email);

    const other = await browser.newPage();
    await other.goto(link);
    await expect(other.getByText('You have an account. Sign in to accept.')).toBeVisible();
    await expect(other.getByLabel('Email')).toHaveValue(email);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: 'Accept the invite' }).click();
    await expect(other).toHaveURL(/\/dashboard/);
    await other.close();
  });

  test('names the invited person to another one', async ({ page, visit }) => {
    const email = newAddress();
    await invite(email);
    const link = await linkMailedTo(email);
    await visit('/sign-up');
    await fillAccount(page, newAddress());
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(title(page)).toHaveText('Name your company');
    await page.goto(link);
    await expect(page.getByText(`It is for ${email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out to accept it' }).click();
    await expect(page.getByLabel('First name')).toBeVisible();
  });
});

test('the policy and the terms are readable without a session', async ({ page, visit }) => {
  await visit('/sign-up');
  await page.getByRole('link', { name: 'terms' }).click();
  await expect(title(page)).toHaveText('Terms of use');
  await visit('/policy');
  await expect(title(page)).toHaveText('Privacy policy');
});

test.describe('where addresses are verified first', () => {
  test('a new person is sent to their mail, after a reload too, and continues by its link', async ({
    page,
    visit,
  }) => {
    const newcomer = memberAt('company');
    await startStubServer(
      page,
      {
        'registration/': () => ({ status: 202, json: { detail: 'We sent you a mail.' } }),
        'verify-email/': (route) => {
          const request = route.request().postDataJSON();
          if (request.token !== 'secret-of-the-mail') {
            return { status: 400, json: { token: ['This link no longer works.'] } };
          }
          return request.password === password
            ? { json: newcomer }
            : { status: 400, json: { password: ['Enter the password that you chose.'] } };
        },
      },
      [newcomer],
    );
    await visit('/sign-up');
    await fillAccount(page, newcomer.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(title(page)).toHaveText('Check your email');
    await page.reload();
    await expect(page.getByText(newcomer.email)).toBeVisible();
    await page.getByRole('button', { name: 'Use another address' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(newcomer.email);

    const confirm = page.getByRole('button', { name: 'Confirm and go on' });
    await visit('/sign-up/verify');
    await confirm.click();
    await expect(page.getByRole('alert')).toContainText('This link is incomplete.');
    await visit('/sign-up/verify#of-yesterday');
    await page.reload();
    await confirm.click();
    await expect(page.getByRole('alert')).toContainText('This link no longer works.');
    await visit('/sign-up/verify#secret-of-the-mail');
    await page.reload();
    await confirm.press('Enter');
    const chosen = page.getByLabel('Password');
    await expect(chosen).toBeFocused();
    await expect(page.getByText('Enter the password that you chose.')).toBeVisible();
    await chosen.fill(password);
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Name your company');
    expect(page.url()).toMatch(/\/sign-up\/company$/);
  });
});
