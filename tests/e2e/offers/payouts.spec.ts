import { randomUUID } from 'node:crypto';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  storageState: async ({ signedIn }, use) => use(signedIn),
});

test('a month is marked as paid, shown in its statement and undone', async ({ page, visit }) => {
  await visit('/offers/payouts');
  // The history of this server begins too late for the month before to have anything due.
  await page.getByRole('link', { name: 'Next month' }).click();
  const table = page.getByRole('table', { name: 'Payouts by affiliate' });
  const toPay = page.getByRole('button', { name: /^Mark as paid/ });
  const row = table.getByRole('row').filter({ has: toPay }).first();
  const pay = row.getByRole('button', { name: /^Mark as paid/ });
  const name = (await row.getByRole('link').textContent()) ?? '';
  await pay.click();
  const form = page.getByRole('dialog', { name: `Payment to ${name}` });
  await expect(form.getByLabel('Amount')).not.toHaveValue('');
  const reference = `transfer ${randomUUID()}`;
  await form.getByLabel('Reference').fill(reference);
  await form.getByRole('button', { name: 'Record payout' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText(`The payment to ${name} is recorded.`)).toBeVisible();

  await table.getByRole('link', { name, exact: true }).click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Statement of ${name}`) }),
  ).toBeVisible();
  const payments = page.getByRole('table', { name: 'What was paid for these days' });
  const payment = payments.getByRole('row').filter({ hasText: reference });
  await payment.getByRole('button', { name: /^Undo the payment/ }).click();
  await expect(page.getByText(reference)).toBeHidden();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^payout-statements-.*\.csv$/);
  await page.getByRole('link', { name: 'All affiliates' }).click();
  await page.getByRole('link', { name: 'Previous month' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Payouts, / })).toBeVisible();
});

test('payouts and a statement fit every screen, in light and dark', async ({ page, visit }) => {
  await visit('/offers/payouts');
  const table = page.getByRole('table', { name: 'Payouts by affiliate' });
  await table.waitFor();
  for (const isOpen of [false, true]) {
    if (isOpen) {
      await table.getByRole('link').first().click();
      await page.getByRole('heading', { name: /^Statement of/ }).waitFor();
    }
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 4000 });
      expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
    }
  }
});
