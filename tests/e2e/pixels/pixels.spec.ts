import type { Page } from '@playwright/test';
import { deliver } from '../../torture/support/tenant.ts';
import { overflow, violations, violationsInBoth } from '../support/axe.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';
import { openShop } from '../support/shop.ts';

const ledgerIn = createLedger('Installed', ['1001']);
const test = ownProductTest.extend<{ ledger: Ledger; open: (path: string) => Promise<void> }>({
  ledger: async ({ product }, use) => use(await ledgerIn(product)),
  open: async ({ page, ledger }, use) => use((path) => openAsOwner(page, ledger, path)),
});

// The later tests use the pixel of the first one: a retry starts with it.
test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const send = (url: string, path: string, body: object, token: string) =>
  fetch(url + path, {
    method: 'PATCH',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const item = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function isFitForAll(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    // As high as the page: the bar at its foot would cover a part of the content above it.
    await page.setViewportSize({ width, height: 4000 });
    const wrong = width === 768 ? violations(page) : violationsInBoth(page);
    expect(await wrong, `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
}

test('a new pixel is created and installed on a page, and its first event arrives', async ({
  page,
  browser,
  ledger,
  open,
}) => {
  await open('/dashboard');
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Pixels' })
    .click();
  await page.getByRole('button', { name: 'Create pixel' }).click();
  const form = page.getByRole('dialog', { name: 'Create a pixel' });
  await form.getByRole('button', { name: 'Create and install' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name').fill('Shop');
  await form.getByLabel('Event it reports').fill('lead');
  await form.getByRole('button', { name: 'Create and install' }).click();

  await expect(page.getByRole('heading', { name: 'Install Shop' })).toBeVisible();
  await expect(page).toHaveURL(/\/pixels\/install\/\d+/);
  const code = await page.locator('pre').first().textContent();
  const [, key = ''] = /data-key="(mp_[^"]+)"/.exec(code ?? '') ?? [];
  await page.getByRole('button', { name: 'I have pasted it' }).click();
  await expect(page.getByText('Waiting for the first event')).toBeVisible();
  await expect(page.getByText('Listening')).toBeVisible();

  const shop = await openShop(ledger.url, key);
  const visitor = await browser.newPage();
  try {
    await visitor.goto(shop.url);
    await expect(page.getByText('page_view from 127.0.0.1')).toBeVisible({ timeout: 5_000 });
    await page.getByRole('button', { name: 'Allow only 127.0.0.1' }).click();
    await expect(page.getByText('The pixel is active')).toBeVisible();
    await page.getByRole('link', { name: 'See its events' }).click();
    await expect(item(page, 'Shop').getByText('127.0.0.1')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Latest events' })).toContainText('page_view');

    await visitor.evaluate(() => window.mp?.('track', 'lead', { order_id: '77', value: 5 }));
    await expect(page.getByRole('region', { name: 'Latest events' })).toContainText('lead');
  } finally {
    await visitor.close();
    await shop.stop();
  }
});

test('a pixel is paused, removed and restored', async ({ page, open }) => {
  await open('/pixels');
  await page.getByRole('button', { name: 'Pause Shop' }).click();
  await expect(item(page, 'Shop').getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume Shop' }).click();
  await expect(page.getByRole('button', { name: 'Pause Shop' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Shop' }).click();
  await expect(item(page, 'Shop')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item(page, 'Shop')).toBeVisible();
});

test('a test order reports each hop', async ({ page, open }) => {
  await open('/pixels');
  await page.getByRole('button', { name: 'Send test order' }).click();
  const panel = page.getByRole('region', { name: 'Test order' });
  await expect(panel.getByText('Order from the server')).toBeVisible({ timeout: 15_000 });
  await expect(panel.getByText(/ ms$/)).toHaveCount(5);
});

test('pixels and their installation are accessible', async ({ page, open }) => {
  test.slow();
  await open('/pixels');
  await expect(item(page, 'Shop')).toBeVisible();
  await isFitForAll(page);
  await page.getByRole('link', { name: 'Install Shop' }).click();
  await expect(page.getByRole('button', { name: 'I have pasted it' })).toBeVisible();
  await isFitForAll(page);
  await page.getByRole('button', { name: 'I have pasted it' }).click();
  await page.getByRole('button', { name: 'What could be wrong?' }).click();
  await expect(page.getByRole('list', { name: 'What could be wrong' })).toBeVisible();
  await isFitForAll(page);
});

test('long names leave room for the other columns', async ({ page, ledger, open }) => {
  const { url, token, collectKey, projectId } = ledger;
  const name = 'A media buying agency in Düsseldorf with many words in its name GmbH & Co. KG';
  const renamed = await send(url, `/api/v1/projects/${projectId}/`, { name }, token);
  expect(renamed.status, await renamed.text()).toBe(200);
  const order = { event_name: 'purchase', order_id: 'o'.repeat(90), value: '5', currency: 'USD' };
  expect(await deliver(url, collectKey, [order])).toBe(true);
  // The log shows what it has when it opens; an order becomes a conversion a moment after its collection.
  const list = `${url}/api/v1/conversions/?affiliate_id=all&project_id=${projectId}&timezone=UTC`;
  const headers = { authorization: `Token ${token}` };
  await expect.poll(async () => (await fetch(list, { headers })).text()).toContain(order.order_id);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/conversions');
  const link = page.getByRole('link', { name: order.order_id });
  await expect(link).toBeVisible();
  expect((await link.boundingBox())?.width).toBeLessThan(250);
  const range = page.getByRole('button', { name: /^Date range:/ });
  await expect(range).toContainText('Today');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
    for (const chosen of await page.locator('.top-bar .chosen-value:visible').all()) {
      if ((await chosen.textContent())?.includes(name)) continue;
      expect(await chosen.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    }
  }
});
