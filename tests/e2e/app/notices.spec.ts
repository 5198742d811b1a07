import type { Page } from '@playwright/test';
import { addressOf, expect, test } from '../support/page.ts';

/** A saved setting that cannot be read causes a notice at the start. */
async function notice(page: Page) {
  await page.addInitScript(() => localStorage.setItem('clickledger.v1.preferences', '{broken'));
  await page.goto(addressOf('/login'));
  const words = page.getByText('Some saved settings could not be read and were reset.');
  await expect(words).toBeVisible();
  return words;
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`a notice, ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('is in the top right corner for four seconds, without a bar, and takes no focus', async ({
      page,
    }) => {
      const words = await notice(page);
      const shownAt = Date.now();
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
      const box = await page.locator('.Toastify__toast').boundingBox();
      const width = page.viewportSize()?.width ?? 0;
      expect(box?.y).toBeLessThan(60);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 60);
      await expect(page.locator('.Toastify__toast-theme--colored')).toHaveCount(1);
      await expect(page.locator('.Toastify__progress-bar--wrp')).toHaveAttribute(
        'data-hidden',
        'true',
      );
      await expect(words).toBeHidden({ timeout: 8_000 });
      expect(Date.now() - shownAt).toBeGreaterThan(3_000);
    });

    test('waits while the pointer is on it, and closes on a click', async ({ page }) => {
      const words = await notice(page);
      const bar = page.locator('.Toastify__toast .Toastify__progress-bar').first();
      const is = (state: 'paused' | 'running') =>
        expect(bar).toHaveCSS('animation-play-state', state);
      const report = (happens: 'blur' | 'focus') =>
        page.evaluate((name) => window.dispatchEvent(new Event(name)), happens);
      // It waits while it moves in, so that the pointer finds it in its place.
      await report('blur');
      await words.hover();
      await page.mouse.move(10, 600);
      await is('running');
      await words.hover();
      await is('paused');
      await page.mouse.move(10, 600);
      await is('running');
      await report('blur');
      await is('paused');
      await report('focus');
      await is('running');
      await report('blur');
      await words.click();
      await expect(words).toBeHidden({ timeout: 2_000 });
    });
  });
}
