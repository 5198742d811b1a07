import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  storageState: async ({ signedIn }, use) => use(signedIn),
});

const due = (page: Page) => page.getByRole('table', { name: 'Due to affiliates' });
const paid = (page: Page) => page.getByRole('table', { name: 'Payouts, the latest paid first' });

test('a payout is recorded, lowers what is due and is undone', async ({ page, visit }) => {
  await visit('/conversions/payouts');
  const row = due(page).getByRole('row').nth(1);
  const before = await row.getByRole('cell').nth(2).textContent();
  await row.getByRole('button', { name: /^Record a payout/ }).click();
  const form = page.getByRole('dialog', { name: /^Payout to/ });
  const reference = `transfer ${randomUUID()}`;
  await form.getByLabel('Amount').fill('1.25');
  await form.getByLabel('Currency').fill('XYZ');
  await form.getByLabel('Reference').fill(reference);
  await form.getByRole('button', { name: 'Record payout' }).click();
  await expect(form.getByText(/^Record it in [A-Z]{3}, the currency of/)).toBeVisible();
  await form.getByLabel('Currency').fill('USD');
  await form.getByRole('button', { name: 'Record payout' }).click();
  await expect(form).toBeHidden();

  const recorded = paid(page).getByRole('row').filter({ hasText: reference });
  await expect(recorded).toContainText('1.25 USD');
  await expect(row.getByRole('cell').nth(2)).not.toHaveText(before ?? '');
  await recorded.getByRole('button', { name: /^Undo the payout/ }).click();
  await expect(recorded).toContainText('it counts nowhere');
  await expect(row.getByRole('cell').nth(2)).toHaveText(before ?? '');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^payouts-.*\.csv$/);
});

test('payouts fit every screen, in light and dark', async ({ page, visit }) => {
  await visit('/conversions/payouts');
  await due(page).waitFor();
  await paid(page).waitFor();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 4000 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
});
