import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { overflow, violations, violationsInBoth } from '../support/axe.ts';
import { signIn } from '../support/demo.ts';
import { chooseRange, expect, test } from '../support/page.ts';

const panel = (page: Page) => page.getByRole('dialog');
const value = (page: Page) => panel(page).locator('.figure-rows-value');
const sum = (page: Page) => panel(page).locator('.figure-rows-sum strong');

/** A figure and the sum of its rows agree to the cent. */
async function expectSum(page: Page): Promise<void> {
  await sum(page).waitFor();
  const shown = (await value(page).textContent())?.replace(/ [A-Z]{3}$/, '');
  expect(await sum(page).textContent()).toBe(shown);
}

async function close(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(opener).toBeFocused();
}

test.describe('a figure of the dashboard', () => {
  test.use({
    storageState: async ({ signedIn }, use) => use(signedIn),
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('opens from its card: the rows that add up to it, and the detail of one', async ({
    page,
    visit,
  }) => {
    await visit('/dashboard?range=yesterday');
    const card = page.getByRole('button', { name: /^Revenue [\d.,]+, show its rows$/ });
    await expect(card).toBeVisible();
    const shown = (await card.textContent()) ?? '';
    await card.focus();
    await page.keyboard.press('Enter');
    await expectSum(page);
    expect(await sum(page).textContent()).toBe(shown);
    await expect(panel(page).getByText(/^from .* to before /)).toBeVisible();
    await close(page, card);
    await chooseRange(page, 'Last 30 days');
    await card.click();
    await expectSum(page);
    await expect(panel(page).getByRole('table', { name: 'Left out, by reason' })).toBeVisible();
    const rows = panel(page).getByRole('table', { name: /^Rows of / });
    const before = await rows.getByRole('row').count();
    await panel(page).getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.getByRole('row').count()).toBeGreaterThan(before);
    await close(page, card);

    await page.getByRole('button', { name: /^ROAS .*, show its rows$/ }).click();
    const parts = panel(page).getByRole('list');
    await parts.getByRole('button', { name: /^Cost / }).click();
    await expectSum(page);
    await panel(page).getByRole('button', { name: 'Back to the figure before' }).click();
    await expect(parts.getByRole('button', { name: /^Server revenue / })).toBeVisible();
    await parts.getByRole('button', { name: /^Server revenue / }).click();
    await panel(page)
      .getByRole('table', { name: /^Rows of / })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/\/conversions\/c_/);
    await expect(page.getByRole('heading', { level: 1, name: /^Conversion/ })).toBeVisible();
  });

  test('opens from a cell of a campaign, a day and a country', async ({ page, visit }) => {
    await visit('/dashboard?range=last_7_days');
    const grid = page.getByRole('grid', { name: 'Figures by campaign' });
    const cell = grid.locator('[data-at="0:1"]');
    await cell.click();
    await expectSum(page);
    await expect(panel(page).getByText('Campaign', { exact: true })).toBeVisible();
    await close(page, cell);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectSum(page);
    await page.keyboard.press('Escape');

    const graph = page.getByRole('region', { name: 'Over time', exact: true });
    await graph.getByRole('button', { name: 'Show as table' }).click();
    const day = graph.getByRole('row').nth(2).getByRole('button').first();
    const ofDay = (await day.textContent()) ?? '';
    await day.click();
    await expectSum(page);
    await expect(value(page)).toContainText(ofDay);
    await close(page, day);

    const places = page.getByRole('table', { name: 'Figures by country' });
    const revenue = places.getByRole('row').nth(1).getByRole('button').nth(1);
    await revenue.click();
    await expectSum(page);
    await expect(panel(page).getByText('Country', { exact: true })).toBeVisible();
  });

  test('opens from a month, an hour, a payment and an area of a map', async ({ page, visit }) => {
    await visit('/dashboard?range=yesterday');
    const months = page.getByRole('region', { name: 'Last 13 months', exact: true });
    await months.getByRole('slider', { name: 'Month' }).press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expectSum(page);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await months.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Show as table' }).click();
    const purchases = months.getByRole('row').nth(2).getByRole('button').nth(3);
    const ofMonth = (await purchases.textContent()) ?? '';
    await purchases.click();
    await expectSum(page);
    await expect(value(page)).toHaveText(ofMonth);
    await close(page, purchases);

    const payments = page.getByRole('table', { name: 'Payments by affiliate' });
    for (const column of [1, 3, 4]) {
      const cell = payments.getByRole('row').nth(1).getByRole('button').nth(column);
      const shown = (await cell.textContent()) ?? '';
      await cell.click();
      await expectSum(page);
      await expect(value(page)).toContainText(shown);
      await close(page, cell);
    }
    const sum = payments
      .getByRole('row', { name: /^Total/ })
      .getByRole('button')
      .nth(3);
    const added = (await sum.textContent()) ?? '';
    await sum.click();
    await expectSum(page);
    await expect(value(page)).toContainText(added);
    await close(page, sum);

    const state = page
      .getByRole('group', { name: 'States of the US by revenue' })
      .locator('[tabindex="0"]');
    await state.press('Enter');
    await expectSum(page);
    await expect(panel(page).getByText('State', { exact: true })).toBeVisible();
  });

  test('opens from the people of each funnel step and those who left', async ({ page, visit }) => {
    // The other shop's funnel is one of its own, whose people its dashboard shows.
    const project = (await signIn()).projects.find(({ name }) => name === 'Fernway Nutrition');
    await visit(`/dashboard?range=yesterday&project=${project?.id}`);
    const funnel = page.getByRole('region', { name: 'Funnel', exact: true });
    for (const index of [0, 1, 2]) {
      const figure = funnel.getByRole('list', { name: 'Steps' }).getByRole('button').nth(index);
      const [shown = ''] = /^[\d,]+/.exec((await figure.textContent()) ?? '') ?? [];
      await figure.click();
      await expectSum(page);
      await expect(value(page)).toHaveText(shown);
      await close(page, figure);
    }
  });

  test('links to itself and exports its rows', async ({ page, visit, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit('/dashboard?range=yesterday');
    const country = page.getByRole('table', { name: 'Figures by country' }).getByRole('row').nth(1);
    await country.getByRole('button').nth(1).click();
    await expectSum(page);
    const shown = (await sum(page).textContent()) ?? '';
    await panel(page).getByRole('button', { name: 'Copy a link to this figure' }).click();
    await expect(panel(page).getByText('Link copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await panel(page).getByRole('button', { name: 'Export the rows' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^rows-of-a-figure-.+-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    const rows = lines.filter((line) => line !== '').slice(1);
    const added = rows.reduce((all, row) => all + Number(row.split(',').at(-1)), 0);
    expect(added.toFixed(2)).toBe(shown.replaceAll(',', ''));

    await page.goto(link);
    await expectSum(page);
    await expect(sum(page)).toHaveText(shown);
    await expect(page).not.toHaveURL(/figure=/);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });

  test('is accessible', async ({ page, visit }, info) => {
    await visit('/dashboard?range=yesterday');
    await page.getByRole('button', { name: /^Revenue [\d.,]+, show its rows$/ }).click();
    await sum(page).waitFor();
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const look = (scheme: string) =>
        page.screenshot({ path: info.outputPath(`opening-${width}-${scheme}.png`) });
      const wrong = width === 768 ? violations(page) : violationsInBoth(page, look);
      expect(await wrong, `at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
    }
  });
});
