import type { Page } from '@playwright/test';
import { addressOf, chooseRange, dayZone, expect, table, test } from '../support/page.ts';

/** The figures of the cards and of the table as shown, from top to bottom. */
async function figuresOn(page: Page): Promise<string[]> {
  const totals = page.getByRole('region', { name: 'Totals', exact: true });
  await expect(totals).toHaveAttribute('aria-busy', 'false');
  await table(page, 'device').waitFor();
  const cards = await totals.locator('.figure-value').allTextContents();
  const cells = await page.getByRole('grid').getByRole('gridcell').allTextContents();
  const names = await page.getByRole('grid').getByRole('rowheader').allTextContents();
  return [...cards, ...names, ...cells];
}

/** A screen with other days, rows and way of counting than the default. */
async function arrange(page: Page): Promise<void> {
  await chooseRange(page, 'Yesterday');
  await page.getByRole('button', { name: /^Rows:/ }).click();
  await page.getByRole('menuitemradio', { name: 'Devices', exact: true }).click();
  await table(page, 'device').waitFor();
}

const askedBy = (page: Page): string[][] => [...new URL(page.url()).searchParams].sort();

const openViews = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click();

/** The link as the page shows it without access to the clipboard. */
async function linkNamed(page: Page, name: string): Promise<string> {
  await page.evaluate(() =>
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new Error('refused')),
    }),
  );
  await openViews(page);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const link = await page.getByRole('textbox', { name: /This is the link/ }).inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** A sale a minute ago, reported as by a server of the project. */
async function sell(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('clickledger.v1.token'));
  const call = (path: string, key: string, body: object) =>
    page.request.post(addressOf(path), { headers: { authorization: `Token ${key}` }, data: body });
  const project = new URL(page.url()).searchParams.get('project');
  const session = JSON.parse(token ?? '""');
  const rotated = await call(`/api/v1/projects/${project}/rotate-collect-key/`, session, {});
  const { collect_key } = await rotated.json();
  const id = `views-${Date.now()}`;
  const answer = await call('/api/v1/collect/server/', collect_key, {
    events: [
      {
        event_id: id,
        order_id: id,
        event_name: 'purchase',
        event_time: Math.floor(Date.now() / 1000) - 60,
        value: 54_321,
        currency: 'USD',
        external_id: id,
      },
    ],
  });
  expect(await answer.json()).toMatchObject({ accepted: 1 });
}

test.describe('saved and shared views', () => {
  test.use({
    storageState: async ({ signedIn }, use) => use(signedIn),
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('a saved view opens the same screen after a reload', async ({ page, visit }) => {
    const usual = `/dashboard?timezone=${dayZone()}`;
    await visit(usual);
    await arrange(page);
    const before = await figuresOn(page);
    const requests = askedBy(page);
    await openViews(page);
    const views = page.getByRole('region', { name: 'Saved views' });
    await views.getByRole('textbox', { name: 'Name of this view' }).fill('Devices of yesterday');
    await views.getByRole('button', { name: 'Save this view' }).click();
    const acts = views.getByRole('button', { name: 'Menu of Devices of yesterday' });
    await expect(acts).toBeVisible();

    await visit(usual);
    await page.reload();
    await table(page, 'campaign').waitFor();
    await openViews(page);
    await views.getByRole('button', { name: /^Devices of yesterday/ }).click();
    await expect(page.getByRole('button', { name: 'Date range: Yesterday' })).toBeVisible();
    expect(await figuresOn(page)).toEqual(before);
    expect(askedBy(page)).toEqual(requests);

    await openViews(page);
    await acts.click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(acts).toBeHidden();
  });

  test('saved views are each restored by their own notice', async ({ page, visit }) => {
    await visit(`/dashboard?timezone=${dayZone()}`);
    await table(page, 'campaign').waitFor();
    await openViews(page);
    const views = page.getByRole('region', { name: 'Saved views' });
    const names = ['Mornings', 'Evenings'].map((name) => `${name} ${crypto.randomUUID()}`);
    const menuOf = (name: string) => views.getByRole('button', { name: `Menu of ${name}` });
    const noticeOf = (name: string) => page.getByRole('alert').filter({ hasText: name });
    const remove = async (name: string) => {
      await menuOf(name).press('Enter');
      await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
      await expect(menuOf(name)).toBeHidden();
    };
    for (const name of names) {
      await views.getByRole('textbox', { name: 'Name of this view' }).fill(name);
      await views.getByRole('button', { name: 'Save this view' }).click();
      await expect(menuOf(name)).toBeVisible();
    }
    for (const name of names) {
      await remove(name);
      await expect(noticeOf(name)).toBeVisible();
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    }
    for (const name of names) await noticeOf(name).getByRole('button', { name: 'Undo' }).click();
    await openViews(page);
    for (const name of names) await expect(menuOf(name)).toBeVisible();
    for (const name of names) await remove(name);
  });

  test('a permalink shows the same figures after later events', async ({
    page,
    visit,
    browser,
    signedIn,
  }) => {
    const today = `/dashboard?range=today&timezone=${dayZone()}`;
    await visit(today);
    await arrange(page);
    await chooseRange(page, 'Today');
    await expect(page.getByRole('region', { name: 'Totals', exact: true })).toHaveAttribute(
      'aria-busy',
      'false',
    );
    const link = await linkNamed(page, 'Copy frozen snapshot');
    await page.goto(link);
    const pinned = await figuresOn(page);
    await sell(page);

    const context = await browser.newContext({ storageState: signedIn });
    const other = await context.newPage();
    const revenue = other.getByRole('region', { name: 'Totals', exact: true });
    await expect(async () => {
      await other.goto(addressOf(today));
      const shown = revenue.locator('.figure-value').first();
      await expect(shown).toContainText(/5\d,\d{3}\.\d{2}/, { timeout: 5_000 });
    }).toPass();
    await other.goto(link);
    await expect(other.getByText(/^Figures as of/)).toBeVisible();
    expect(await figuresOn(other)).toEqual(pinned);
    await context.close();
  });

  test('an export holds the figures of the screen', async ({ page, visit }) => {
    await visit('/dashboard');
    await arrange(page);
    // Rows that spent without a sale are closed on the screen, but lines of the file.
    const panel = page.getByRole('region', { name: 'Breakdown' });
    await panel.getByRole('button', { name: 'Show rows without server revenue too' }).click();
    await expect(panel.getByRole('button', { name: /^All rows; show only/ })).toBeVisible();
    await expect(panel).toHaveAttribute('aria-busy', 'false');
    await figuresOn(page);
    const isRow = ':not(.desk-rest, .desk-total, .desk-bridge)';
    const cells = page.getByRole('grid').locator(`[role="row"]${isRow} [data-label="Revenue"]`);
    const onScreen = await cells.allTextContents();
    await panel.getByRole('button', { name: 'Menu of breakdown' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
    ]);
    const stream = await file.createReadStream();
    let text = '';
    for await (const piece of stream) text += String(piece);
    const [header = '', ...lines] = text.split('\r\n').filter((line) => line !== '');
    const column = header.split(',').indexOf('revenue');
    const inFile = lines.map((line) => Number(line.split(',')[column]));
    const wanted = onScreen.map((figure) => Number(figure.replaceAll(',', '')));
    expect(wanted.length).toBeGreaterThan(1);
    expect(inFile).toEqual(wanted);
  });
});
