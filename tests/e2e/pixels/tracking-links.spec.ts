import { overflow, violationsInBoth } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  storageState: async ({ signedIn }, use) => use(signedIn),
});

test('a tracking link is built, tested and shown by its address', async ({ page, visit }) => {
  await visit('/pixels/links');
  const link = page.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/t\/c\/[^?]+$/);
  await page.getByRole('button', { name: /Traffic source/ }).click();
  await page.getByRole('menuitemradio', { name: /^Meta/ }).click();
  await expect(link).toHaveValue(/campaign_id=\{\{campaign\.id\}\}/);
  await page.getByRole('button', { name: 'Send test click' }).click();
  await expect(page.getByText('The click arrived, marked as a test and not counted.')).toBeVisible({
    timeout: 15_000,
  });
  await page.getByRole('button', { name: /^Affiliate/ }).click();
  await page.getByRole('menuitemradio').last().click();
  await expect(page).toHaveURL(/\/pixels\/links\/\d+/);
  const shown = await link.inputValue();
  await page.reload();
  await expect(link).toHaveValue(shown.split('?')[0] ?? '');
});

test('tracking links fit every screen, in light and dark', async ({ page, visit }) => {
  await visit('/pixels/links');
  await page.getByLabel('Postback', { exact: true }).waitFor();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 4000 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
});
