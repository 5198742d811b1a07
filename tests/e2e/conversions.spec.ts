import type { Page } from '@playwright/test';
import { overflow, schemes, violations, wear } from './axe.ts';
import { chooseRange, expect, test } from './page.ts';

const log = (page: Page) => page.getByRole('table', { name: 'Conversions, newest first' });
const stories = (page: Page) => log(page).getByRole('link');

async function openLog(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Conversions' })
    .click();
  await chooseRange(page, 'Last 7 days');
  await log(page).waitFor();
}

test.describe('conversions', () => {
  test.use({
    storageState: async ({ signedIn }, use) => use(signedIn),
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('the log is narrowed, read on, and kept by its address', async ({ page, visit }) => {
    await visit('/dashboard');
    await openLog(page);
    const before = await stories(page).count();
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => stories(page).count()).toBeGreaterThan(before);
    await page.getByRole('button', { name: /^Seen by/ }).click();
    await page.getByRole('menuitemradio', { name: 'Server only' }).click();
    await expect(page).toHaveURL(/sides=server_only/);
    await expect(log(page).getByRole('cell', { name: 'Server only' }).first()).toBeVisible();
    await expect(log(page).getByRole('cell', { name: 'Server and browser' })).toHaveCount(0);
    await page.reload();
    await expect(log(page).getByRole('cell', { name: 'Server only' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Date range: Last 7 days' })).toBeVisible();
    await page.getByRole('searchbox').fill('no-such-id');
    await expect(page.getByText('No conversion matches')).toBeVisible();
    await page.getByRole('button', { name: 'Show all conversions' }).click();
    await log(page).waitFor();
  });

  test('a story opens from its row, survives a reload and leads back to it', async ({
    page,
    visit,
  }) => {
    await visit('/dashboard');
    await openLog(page);
    const row = stories(page).nth(3);
    const order = (await row.textContent()) ?? '';
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(order);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(order);
    await expect(page.getByRole('table', { name: 'What each side reported' })).toBeVisible();
    await page.getByRole('link', { name: 'All conversions' }).click();
    await expect(page.getByRole('button', { name: 'Date range: Last 7 days' })).toBeVisible();
    await expect(stories(page).nth(3)).toBeFocused();
  });

  test('a story that does not exist says so', async ({ page, visit }) => {
    await visit('/conversions/nothing');
    await expect(page.getByText('There is no such conversion')).toBeVisible();
  });

  for (const width of [360, 1440]) {
    test(`both pages are fit for everybody at ${width} px`, async ({ page, visit }) => {
      await page.setViewportSize({ width, height: 900 });
      await visit('/conversions?range=last_7_days');
      await log(page).waitFor();
      for (const scheme of schemes) {
        await wear(page, scheme);
        expect(await violations(page)).toEqual([]);
      }
      expect(await overflow(page)).toBe(0);
      await stories(page).first().press('Enter');
      await page.getByRole('table', { name: 'What each side reported' }).waitFor();
      for (const scheme of schemes) {
        await wear(page, scheme);
        expect(await violations(page)).toEqual([]);
      }
      expect(await overflow(page)).toBe(0);
    });
  }
});
