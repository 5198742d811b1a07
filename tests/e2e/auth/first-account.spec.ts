import { violations } from '../support/axe.ts';
import { freshTest as test } from '../support/fresh-product.ts';
import { expect } from '../support/page.ts';

test('the first person needs a browser only, pays nothing, and closes the door', async ({
  page,
  browser,
  fresh: { url },
}) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.goto(url);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Ruiz');
  await page.getByLabel('Email').fill('ana@acme.test');
  await page.getByLabel('Password').fill('a phrase of seven unusual words');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(title).toHaveText('Name your company');
  await page.goto(`${url}/sign-up/payment`);
  await expect(page).toHaveURL(/\/sign-up\/company$/);
  await expect(page.getByRole('list', { name: 'Steps of the sign-up' })).not.toContainText('Plan');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Company name', { exact: true }).fill('Acme');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Open the dashboard' }).click();

  await expect(title).toHaveText('Dashboard');
  for (const path of ['/sign-up', '/sign-up/payment', '/sign-up/subscription']) {
    await page.goto(url + path);
    await expect(page).toHaveURL(/\/dashboard/);
  }
  await page.goto(`${url}/settings/billing-settings`);
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('heading', { name: 'Team', level: 2 })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Settings' });
  await expect(pages.getByRole('link', { name: 'Company', exact: true })).toBeVisible();
  await expect(pages.getByRole('link', { name: 'Billing' })).toHaveCount(0);

  const stranger = await browser.newPage();
  await stranger.goto(`${url}/sign-up`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Sign-up is closed here');
  expect(await violations(stranger)).toEqual([]);
  await stranger.getByRole('link', { name: 'I have an account' }).click();
  await expect(stranger.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  await stranger.close();
});
