import { member } from '../../support/samples.ts';
import { expect, test } from '../support/page.ts';
import { startStubServer, storeSession } from '../support/stub-server.ts';

/** Every request fails from here on: the parts of the app, and the page of a reload. */
const assets = /\/assets\//;
const isDown = 'connectionrefused';

test.beforeEach(async ({ page, visit }) => {
  await startStubServer(page);
  await storeSession(page, member);
  await visit('/dashboard');
  await expect(page.getByRole('grid', { name: /^Figures by/ })).toBeVisible();
  await page.route(assets, (route) => route.abort(isDown));
  await page.route('**/dashboard*', (route) =>
    route.request().method() === 'HEAD' ? route.abort(isDown) : route.fallback(),
  );
});

test.describe('a part of the app whose code fails to load', () => {
  test('shows an error in its place, and loads on retry', async ({ page }) => {
    await page.getByRole('button', { name: /^Date range/ }).click();
    const range = page.getByRole('dialog', { name: 'Date range' });
    await expect(range.getByRole('alert')).toContainText('could not be loaded');
    await expect(range.getByRole('button', { name: 'Yesterday', exact: true })).toBeVisible();
    await page.unroute(assets);
    await range.getByRole('button', { name: 'Retry loading this part' }).click();
    await expect(range.getByRole('grid').first()).toBeVisible();
    await expect(range.getByRole('alert')).toBeHidden();
  });

  test('leaves the page below it usable when it is a dialog', async ({ page }) => {
    const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await page.keyboard.press('Control+k');
    await expect(notice).toBeVisible();
    await page.keyboard.press('b');
    await expect(page).toHaveURL(/browser=1/);
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();

    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    await zone.click();
    await expect(notice).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(notice.getByRole('button', { name: 'Retry' })).toBeFocused();
    await page.unroute(assets);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: /^Default/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(zone).toBeFocused();

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid', { name: /^Figures by/ })).toBeVisible();
  });
});
