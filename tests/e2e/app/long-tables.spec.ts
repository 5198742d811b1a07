import type { Locator } from '@playwright/test';
import { expect, table, test } from '../support/page.ts';

const mostInDocument = 200;
/** A fifth of the longest table: the whole does not fit into one answer that a test can give. */
const many = 20_000;
const ofLists = 3_000;

/** Answers with the first row of a list again and again, each with an id of its own. */
const repeated = <Row extends { id: string }>(rows: readonly Row[], count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ ...(rows[0] as Row), id: `many-${index}` }));

/** A long table: few of its rows are in the document, wherever it is scrolled to; it counts them all. */
async function isBounded(rows: Locator, grid: Locator, count: number): Promise<void> {
  await expect
    .poll(async () => Number(await grid.getAttribute('aria-rowcount')))
    .toBeGreaterThan(count);
  const last = rows.last();
  for (const part of [0, 0.5, 1]) {
    await grid.evaluate((element, share) => {
      const scrollers: Element[] = [];
      for (let one: Element | null = element; one; one = one.parentElement) scrollers.push(one);
      const scroller =
        scrollers.find(
          (one) =>
            /auto|scroll/.test(getComputedStyle(one).overflowY) &&
            one.scrollHeight > one.clientHeight + 1,
        ) ?? document.scrollingElement;
      scroller?.scrollTo({ top: scroller.scrollHeight * share });
    }, part);
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(mostInDocument);
    await expect
      .poll(() =>
        rows.evaluateAll(
          (all) =>
            all.filter((row) => {
              const { top, bottom } = (row.firstElementChild ?? row).getBoundingClientRect();
              return bottom > 0 && top < innerHeight;
            }).length,
        ),
      )
      .toBeGreaterThan(0);
  }
  await expect(last).toHaveAttribute('data-index', String(count - 1));
}

test.describe('long tables', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test('the breakdown has a few of thousands of rows in the document', async ({ page, visit }) => {
    test.setTimeout(120_000);
    await page.route('**/cubejs-api/v1/load**', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const { query, data } of answer.results ?? []) {
        const [row] = data.dataset ?? [];
        if (row && query.dimensions.length > 0) data.dataset = Array(query.limit).fill(row);
      }
      await route.fulfill({ response, json: answer });
    });
    await page.route('**/api/v1/rc-table-data/**', async (route) => {
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      const { data, meta } = await response.json();
      data.rows = Array.from({ length: many }, (_, index) => ({
        ...data.rows[0],
        key: `many-${index}`,
        label: `Campaign ${index}`,
      }));
      await route.fulfill({ response, json: { data, meta } });
    });
    await visit('/dashboard?range=last_7_days');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('button', { name: /^Rows per page/ }).click();
    await page.getByRole('menuitemradio', { name: 'All' }).click();
    await expect(pages.getByText('All rows')).toBeVisible();
    const grid = table(page, 'campaign');
    await isBounded(grid.locator('[data-index]'), grid, many);
    await grid.locator('[data-at="-1:0"]').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    for (let up = 0; up < 4; up += 1) await page.keyboard.press('ArrowUp');
    await expect(page.locator(':focus')).toContainText(/^Campaign 1999\d/);
    await expect(page.locator(':focus')).toBeInViewport();
  });

  test('the conversion log has a few of thousands, on a desk and on a phone', async ({
    page,
    visit,
  }) => {
    test.setTimeout(120_000);
    await page.route(/\/api\/v1\/conversions\/\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: repeated(await response.json(), ofLists) });
    });
    for (const width of [1_440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await visit('/conversions?range=last_7_days&kind=conversion');
      const log = page.getByRole('table', { name: 'Conversions, newest first' });
      await isBounded(log.locator('[data-index]'), log, ofLists);
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
