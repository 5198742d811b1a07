import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { freshTest as test } from '../support/fresh-product.ts';
import { expect } from '../support/page.ts';

/** A shop whose owner has pasted into its pages what the product shows, and nothing else. */
type Shop = { url: string; head: string; onThanks: string; server: Server };

async function openShop(): Promise<Shop> {
  const server = createServer(({ url = '' }, response) => {
    const sold = url.startsWith('/thanks') ? shop.onThanks : '';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${shop.head}<a href="/thanks">Buy</a>${sold}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const shop = { url: `http://127.0.0.1:${port}/`, head: '', onThanks: '', server };
  return shop;
}

/** Follows a link and buys; a headless browser names itself so, which the product takes for a bot. */
async function buyThrough(browser: Browser, link: string): Promise<void> {
  const version = browser.version();
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
  const visitor = await browser.newPage({ userAgent });
  const kept = () => visitor.waitForResponse((answer) => answer.url().endsWith('/t/e'));
  const landed = kept();
  await visitor.goto(link);
  await landed;
  const sold = kept();
  await visitor.getByRole('link', { name: 'Buy' }).click();
  expect((await sold).status()).toBe(204);
  await visitor.close();
}

async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Ruiz');
  await page.getByLabel('Email').fill('ana@acme.test');
  await page.getByLabel('Password').fill('a phrase of seven unusual words');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Company name', { exact: true }).fill('Acme');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
}

test('a buyer comes from nothing to a paid affiliate, with a browser only', async ({
  page,
  browser,
  fresh: { url },
}) => {
  test.setTimeout(240_000);
  const shop = await openShop();
  try {
    await signUp(page, url);
    await page.getByRole('link', { name: 'Create an affiliate' }).click();
    await page.getByRole('button', { name: 'Create affiliate in Acme' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Bob Media');
    await page.getByLabel('Affiliate id').fill('1001');
    await page.getByLabel('Share in percent').fill('10');
    await page.getByRole('button', { name: 'Create affiliate', exact: true }).click();
    await page.getByRole('link', { name: 'Tracking link of Bob Media' }).click();

    await page.getByRole('link', { name: 'Enter the website' }).click();
    await page.getByLabel('Website').fill(shop.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    await page.goBack();
    await expect(page.getByText(`Leads to ${shop.url}`)).toBeVisible();
    await page.getByRole('button', { name: 'Send test click' }).click();
    await expect(page.getByText('The click arrived, marked as a test')).toBeVisible();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();

    await page.getByRole('link', { name: 'On your pages' }).click();
    await page.getByRole('link', { name: 'Install' }).click();
    const code = page.locator('.install-steps pre');
    await expect(code).toHaveCount(3);
    [shop.head = '', shop.onThanks = ''] = await code.allInnerTexts();
    await page.getByRole('button', { name: 'I have pasted it' }).click();
    await buyThrough(browser, link);
    await page.getByRole('button', { name: 'Allow only 127.0.0.1' }).click();
    await expect(page.getByText('The pixel is active')).toBeVisible();

    await page.getByRole('link', { name: 'Dashboard' }).click();
    const totals = page.getByRole('region', { name: 'Totals', exact: true });
    await expect(totals.getByText('No server has reported; 86.50 by browsers.')).toBeVisible();
    await totals.getByRole('button', { name: 'Count browser conversions' }).click();
    await expect(page.getByRole('button', { name: /^Revenue 86\.50,/ })).toBeVisible();

    await page.getByRole('link', { name: 'Conversions', exact: true }).click();
    await page.getByRole('link', { name: 'Payouts' }).click();
    await page.getByRole('button', { name: 'Record a payout to Bob Media' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Amount' }).fill('8.65');
    await form.getByRole('button', { name: 'Record payout' }).click();
    const due = page.getByRole('table', { name: 'Due to affiliates' });
    await expect(due).toContainText('8.65 paid in advance');
    await page.getByRole('button', { name: /^Undo the payout of 8.65 EUR/ }).click();
    await expect(due).not.toContainText('in advance');
  } finally {
    shop.server.closeAllConnections();
    shop.server.close();
  }
});
