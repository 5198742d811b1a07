import { overflow, violationsInBoth } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  storageState: async ({ signedIn }, use) => use(signedIn),
});

test('plans and invoices fit every screen, in light and dark, where something is sold', async ({
  page,
  visit,
}) => {
  await visit('/settings/billing-settings');
  const panel = page.getByRole('region', { name: 'Billing', exact: true });
  await expect(panel).toBeVisible();
  await expect(panel).not.toHaveAttribute('aria-busy', 'true');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
});
