import type { Locator, Page } from '@playwright/test';
import { cellsCutOff, overflow, violations, violationsInBoth } from '../support/axe.ts';
import { addressOf, chooseRange, expect, test } from '../support/page.ts';

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

  test('the log is filtered, paged, and kept in its address', async ({ page, visit }) => {
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
    await expect(
      page.getByText('No conversions match these filters in this period.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show all conversions' }).click();
    await log(page).waitFor();
    await page.getByRole('button', { name: /^More filters/ }).click();
    await page.getByRole('textbox', { name: 'Value at least' }).fill('100');
    await expect(page).toHaveURL(/least=100/);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Value at least' })).toHaveValue('100');
  });

  test('its views have addresses, and figures of the ledger lead to their rows', async ({
    page,
    visit,
  }) => {
    await visit('/conversions?range=last_7_days');
    const views = page.getByRole('navigation', { name: 'Views of conversions' });
    await views.getByRole('link', { name: 'Summary' }).click();
    await expect(page).toHaveURL(/conversions\/summary\?.*range=last_7_days/);
    const summary = page.getByRole('table', { name: 'Summary by time and affiliate' });
    await expect(summary.getByRole('columnheader', { name: 'Server AOV' })).toBeVisible();
    await page.getByRole('button', { name: 'Show rows without server revenue too' }).click();
    await expect(page).toHaveURL(/earning=0/);
    await views.getByRole('link', { name: 'Ledger' }).click();
    const part = page.getByRole('listitem').filter({ hasText: /^Server only/ });
    const shown = (await part.locator('.ledger-figure').textContent()) ?? '';
    await part.getByRole('link').click();
    await log(page).waitFor();
    await expect(page.getByText(`${shown.split(' ')[0]} in all`)).toBeVisible();
  });

  test('rows are chosen by keyboard, decided after a preview, and undone', async ({
    page,
    visit,
  }) => {
    await visit('/conversions?range=last_7_days&kind=conversion&status=approved&out=none');
    await log(page).waitFor();
    const boxes = page.getByRole('checkbox', { name: /^Choose (?!all)/ });
    const orders = [1, 2, 3].map((row) => stories(page).nth(row).textContent());
    const names = (await Promise.all(orders)).map(String);
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    const bar = page.getByRole('region', { name: 'Decision' });
    await expect(bar.getByText('3 conversions chosen')).toBeVisible();
    await bar.getByRole('button', { name: 'Reject' }).press('Enter');
    await bar.getByRole('combobox').selectOption('fraud');
    await bar.getByRole('button', { name: 'See the effect' }).press('Enter');
    await expect(bar.getByText(/^Counted −3, revenue −/)).toBeVisible();
    await bar.getByRole('button', { name: 'Reject 3' }).press('Enter');
    await expect(bar.getByText('3 conversions rejected.')).toBeVisible();
    for (const name of names)
      await expect(log(page).getByText(name, { exact: true })).toHaveCount(0);
    await bar.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(bar.getByText('3 conversions as before.')).toBeVisible();
    for (const name of names)
      await expect(log(page).getByText(name, { exact: true })).toBeVisible();
  });

  test('a decision is undone from the detail of one of its conversions, also after a reload', async ({
    page,
    visit,
  }) => {
    await visit('/conversions?range=last_30_days&kind=conversion&status=approved&out=none');
    await log(page).waitFor();
    const boxes = page.getByRole('checkbox', { name: /^Choose (?!all)/ });
    const story = (await stories(page).nth(30).getAttribute('href')) ?? '';
    await boxes.nth(30).press('Space');
    await boxes.nth(31).press('Space');
    const bar = page.getByRole('region', { name: 'Decision' });
    await bar.getByRole('button', { name: 'Hold' }).press('Enter');
    await bar.getByRole('button', { name: 'Hold 2' }).press('Enter');
    await expect(bar.getByText('2 conversions on hold.')).toBeVisible();
    await page.goto(addressOf(story));
    const decisions = page.getByRole('region', { name: 'Decisions and corrections' });
    await decisions.getByRole('button', { name: 'Undo for all 2 conversions' }).press('Enter');
    await expect(bar.getByText('2 conversions as before.')).toBeVisible();
    await expect(decisions.getByText(/^Undone /)).toBeVisible();
    await expect(decisions.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Change the status' })).toContainText('Hold');
  });

  test('the log is exported as a file', async ({ page, visit }) => {
    await visit('/conversions?range=last_7_days&sides=server_only');
    await log(page).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export the log' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).press('Enter');
    expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
    await expect(page.getByRole('status', { name: 'Export' })).toContainText('Saved');
  });

  test('a detail opens from its row, survives a reload and leads back to it', async ({
    page,
    visit,
  }) => {
    await visit('/conversions?range=last_7_days');
    await log(page).waitFor();
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

  test('an unknown conversion shows an error', async ({ page, visit }) => {
    await visit('/conversions/nothing');
    await expect(page.getByText('There is no such conversion')).toBeVisible();
  });

  async function isValid(page: Page, full?: Locator): Promise<void> {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
      if (full) expect(await cellsCutOff(full), `at ${width} px`).toEqual([]);
    }
  }

  const edgesOf = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };

  /** The bar of a decision is above the bar of the screens, and covers no focused control. */
  async function hidesNothing(page: Page): Promise<void> {
    const bar = page.getByRole('region', { name: 'Decision' });
    const screens = page.locator('.sidebar');
    await page.setViewportSize({ width: 360, height: 900 });
    expect((await edgesOf(bar)).bottom).toBeCloseTo((await edgesOf(screens)).top, 0);
    for (let row = 0; row < 8; row++) {
      await page.keyboard.press('ArrowDown');
      const { bottom } = await edgesOf(page.locator(':focus'));
      expect(bottom, `row ${row}`).toBeLessThanOrEqual((await edgesOf(bar)).top);
    }
  }

  test('the summary and the ledger are accessible', async ({ page, visit }) => {
    const summary = page.getByRole('table', { name: 'Summary by time and affiliate' });
    await visit('/conversions/summary?range=last_7_days');
    await summary.waitFor();
    await isValid(page, summary);
    await visit('/conversions/ledger?range=last_7_days');
    await page.getByRole('table').first().waitFor();
    await isValid(page);
  });

  test('the log shows all its columns at every width', async ({ page, visit }) => {
    await visit('/conversions?range=last_30_days');
    await log(page).waitFor();
    const frame = page.getByRole('region', { name: 'Conversions of the log' });
    for (const width of [640, 768, 820, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await cellsCutOff(log(page)), `at ${width} px`).toEqual([]);
      const beyond = await frame.evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(beyond, `at ${width} px`).toBe(0);
    }
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await violationsInBoth(page)).toEqual([]);
    await expect(log(page).getByRole('columnheader', { name: 'Seen by' })).toBeVisible();
  });

  test('amounts of billions overlap nothing on a phone', async ({ page, visit }) => {
    await page.route(/\/api\/v1\/conversions\/\?/, async (route) => {
      const answer = await route.fetch();
      const rows: object[] = await answer.json();
      await route.fulfill({
        response: answer,
        json: rows.map((row) => ({ ...row, value: 4_999_999_999.99 })),
      });
    });
    await page.setViewportSize({ width: 360, height: 900 });
    await visit('/conversions?range=last_7_days&kind=conversion');
    await log(page).waitFor();
    const cell = log(page).getByRole('cell', { name: '4,999,999,999.99' }).first();
    await cell.waitFor();
    const beyond = await cell.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(beyond).toBe(0);
  });

  test('the log, a decision and a detail are accessible', async ({ page, visit }) => {
    await visit('/conversions?range=last_7_days&kind=conversion');
    await log(page).waitFor();
    await isValid(page, log(page));
    // A rejected conversion cannot be rejected again, and the newest one may be rejected.
    const approved = log(page).getByRole('row').filter({ hasText: 'Approved' });
    await approved.getByRole('checkbox').first().press('Space');
    await hidesNothing(page);
    await page.getByRole('button', { name: 'Reject' }).press('Enter');
    await page.getByRole('combobox', { name: /^Why reject/ }).waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => window.scrollTo(0, 0));
      expect(await violations(page), `at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
    }
    await stories(page).first().press('Enter');
    await page.getByRole('table', { name: 'What each side reported' }).waitFor();
    await isValid(page);
  });
});
