import type { Locator } from '@playwright/test';
import { lengthenTables } from '../../../bench/long-answers.ts';
import { test as base, expect, table } from '../support/page.ts';

const mostInDocument = 200;
const many = 100_000;
const ofLists = 3_000;

const test = base.extend({
  page: async ({ page }, use) => {
    const end = await lengthenTables(page, { breakdown: many, conversions: ofLists });
    await use(page);
    await end();
  },
});

/**
 * A long table: wherever it is scrolled to, few of its rows are in the document, and no room for others is in sight; it
 * counts them all.
 */
async function isBounded(
  rows: Locator,
  grid: Locator,
  { count, inSight }: { count: number; inSight: number },
): Promise<void> {
  await expect
    .poll(async () => Number(await grid.getAttribute('aria-rowcount')))
    .toBeGreaterThan(count);
  await grid.evaluate((element) => element.scrollIntoView());
  const last = rows.last();
  for (const part of [0, 0.5, 1]) {
    await grid.evaluate(scrollTo, part);
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(mostInDocument);
    await expect.poll(async () => (await grid.evaluate(seenIn)).rooms).toBe(0);
    expect((await grid.evaluate(seenIn)).rows).toBeGreaterThanOrEqual(inSight);
  }
  await expect(last).toHaveAttribute('data-index', String(count - 1));
}

/** Scrolls the table, or else the page, to a part of its height. */
function scrollTo(element: Element, part: number): void {
  const above: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) above.push(one);
  const scrolls = (one: Element) =>
    /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1;
  const scroller = above.find(scrolls) ?? document.documentElement;
  scroller.scrollTo({ top: scroller.scrollHeight * part });
}

/** How many rows are in sight, and how many rooms for rows that are not drawn. */
function seenIn(element: Element): { rows: number; rooms: number } {
  const { top, bottom } = element.getBoundingClientRect();
  const from = Math.max(top, 0);
  const to = Math.min(bottom, innerHeight);
  const isInSight = (row: Element) => {
    const box = (row.firstElementChild ?? row).getBoundingClientRect();
    return box.bottom > from + 1 && box.top < to - 1;
  };
  const seen = (selector: string) =>
    [...element.querySelectorAll(selector)].filter(isInSight).length;
  return { rows: seen('[data-index]'), rooms: seen('.rows-room') };
}

test.describe('long tables', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('the breakdown has a few of a hundred thousand rows in the document', async ({
    page,
    visit,
  }) => {
    test.setTimeout(120_000);
    await visit('/dashboard?range=last_7_days');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('button', { name: /^Rows per page/ }).click();
    await page.getByRole('menuitemradio', { name: 'All' }).click();
    await expect(pages.getByText('All rows')).toBeVisible();
    const grid = table(page, 'campaign');
    await isBounded(grid.locator('[data-index]'), grid, { count: many, inSight: 4 });
    await grid.locator('[data-at="-1:0"]').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    for (let up = 0; up < 4; up += 1) await page.keyboard.press('ArrowUp');
    await expect(page.locator(':focus')).toContainText(/^Campaign 9999\d/);
    await expect(page.locator(':focus')).toBeInViewport();
  });

  test('the conversion log has a few of thousands, on a desk and on a phone', async ({
    page,
    visit,
  }) => {
    test.setTimeout(120_000);
    for (const { width, inSight } of [
      { width: 1_440, inSight: 4 },
      // A card may be half as high as the screen of a phone.
      { width: 360, inSight: 1 },
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await visit('/conversions?range=last_7_days&kind=conversion');
      const log = page.getByRole('table', { name: 'Conversions, newest first' });
      await isBounded(log.locator('[data-index]'), log, { count: ofLists, inSight });
    }
  });

  test('a list of choices has a few of its options in the document', async ({ page, visit }) => {
    await visit('/dashboard?range=last_7_days');
    await table(page, 'campaign').waitFor();
    await page.getByRole('combobox', { name: 'Time zone' }).first().click();
    const options = page.getByRole('option');
    await expect(options.first()).toBeVisible();
    const all = Number(await options.first().getAttribute('aria-setsize'));
    expect(all).toBeGreaterThan(mostInDocument);
    for (let down = 0; down < 60; down += 1) await page.keyboard.press('ArrowDown');
    const marked = page.locator('[role="option"][data-highlighted]');
    await expect(marked).toBeInViewport();
    expect(await options.count()).toBeLessThanOrEqual(mostInDocument);
  });
});
