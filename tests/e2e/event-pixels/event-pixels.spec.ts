import type { Page } from '@playwright/test';
import { deliver } from '../../torture/support/tenant.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import {
  createLedger,
  type Ledger,
  openAsOwner as open,
  ownProductTest,
} from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const ledgerIn = createLedger('Told', ['1001']);
const test = ownProductTest.extend<{ ledger: Ledger }>({
  ledger: async ({ product }, use) => use(await ledgerIn(product)),
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const sold = (order: string) => ({
  event_name: 'purchase',
  event_id: order,
  order_id: order,
  affid: '1001',
  value: '86.00',
  currency: 'USD',
});

const delivery = (page: Page, order: string) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('group').filter({ hasText: order });

/** Polls the log until it shows the order as expected. */
async function seeDelivery(page: Page, order: string, outcome: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh deliveries' }).click();
    await expect(delivery(page, order)).toContainText(outcome, { timeout: 1_000 });
  }).toPass();
}

async function isFitForAll(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
}

test('a partner is called for a sale, and again after a failed call', async ({ page, ledger }) => {
  const { partner, url, collectKey } = ledger;
  await open(page, ledger, '/pixels/events');
  await expect(page.getByText('No event pixel yet')).toBeVisible();
  await page.getByRole('link', { name: 'New event pixel' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('North postback');
  await page
    .getByRole('textbox', { name: 'Address' })
    .fill(`http://${partner.host}/pb?txid={event_id}&sum={value}`);
  await page.getByRole('button', { name: 'Create event pixel' }).click();
  await expect(page).toHaveURL(/\/pixels\/events\/\d+(\?|$)/);
  await expect(page.getByRole('heading', { name: 'North postback' })).toBeVisible();

  expect(await deliver(url, collectKey, [sold('o-1')])).toBe(true);
  await seeDelivery(page, 'o-1', 'Delivered');
  expect(partner.received.map(({ search }) => search)).toContain('?txid=o-1&sum=86.00');

  partner.answers.push(500);
  expect(await deliver(url, collectKey, [sold('o-2')])).toBe(true);
  await seeDelivery(page, 'o-2', 'HTTP 500');
  await delivery(page, 'o-2').getByText('o-2').first().click();
  await expect(delivery(page, 'o-2')).toContainText('The next attempt is at');
  await expect(delivery(page, 'o-2')).toContainText('As you say');
});

test('the focus moves into an opened pixel, and back to the row that opened it', async ({
  page,
  ledger,
}) => {
  await open(page, ledger, '/pixels/events');
  const back = page.getByRole('link', { name: 'All event pixels' });
  for (const name of ['North postback', 'New event pixel']) {
    const link = page.getByRole('link', { name, exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(back).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
  }
});

test('a pixel is paused, deleted and restored', async ({ page, ledger }) => {
  await open(page, ledger, '/pixels/events');
  await page.getByRole('button', { name: 'Pause North postback' }).click();
  await page.getByRole('button', { name: 'Resume North postback' }).click();
  await page.getByRole('button', { name: 'Delete North postback' }).click();
  await expect(page.getByText('No event pixel yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'North postback', exact: true })).toBeVisible();
});

test('unsaved changes are still there after a reload', async ({ page, ledger }) => {
  await open(page, ledger, '/pixels/events');
  await page.getByRole('link', { name: 'North postback', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('South postback');
  await page.getByRole('link', { name: 'All event pixels' }).click();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('South postback');

  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  const request = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  await page.close({ runBeforeUnload: true });
  expect(await request).toBe('beforeunload');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('South postback');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('North postback');
});

test('list and pixel are accessible', async ({ page, ledger }) => {
  await open(page, ledger, '/pixels/events');
  const link = page.getByRole('link', { name: 'North postback', exact: true });
  await link.waitFor();
  await isFitForAll(page);
  await link.press('Enter');
  await expect(delivery(page, 'o-1')).toBeVisible();
  await isFitForAll(page);
});
