import type { Browser, Page } from '@playwright/test';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { post } from '../../torture/support/tenant.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';
import { storeSession } from '../support/stub-server.ts';

const createCompany = createLedger('Upgraded');

/** What the migration does in an installation that has projects. */
async function upgrade({ dataDir, projectId }: Ledger): Promise<void> {
  const pool = await joinRunningDatabase(dataDir);
  if (!pool) throw new Error('The database of the running product was not found.');
  try {
    await pool.query(
      `insert into upgrade_notices (id, last_project) values ('profit-orders-costs', $1)`,
      [projectId],
    );
  } finally {
    await pool.end();
  }
}

/** The owner's page on another device: another browser profile with a session of its own. */
async function openElsewhere(browser: Browser, { url, owner }: Ledger): Promise<Page> {
  const page = await browser.newPage();
  const { text } = await post(url, '/api/v1/auth/token/', owner);
  await storeSession(page, JSON.parse(text));
  await page.goto(`${url}/dashboard`);
  return page;
}

const noticeOn = (page: Page) => page.getByRole('region', { name: 'What the upgrade changed' });

ownProductTest.describe('the notice of an upgrade', () => {
  ownProductTest(
    'is shown to an owner until it is dismissed, on every device',
    async ({ page, browser, product }) => {
      const company = await createCompany(product);
      await openAsOwner(page, company, '/dashboard');
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached();
      await expect(noticeOn(page)).toHaveCount(0);

      await upgrade(company);
      await page.reload();
      const notice = noticeOn(page);
      await notice.getByText('What has changed').click();
      for (const figure of ['Profit', 'Order ids', 'Costs']) {
        await expect(notice.getByText(figure, { exact: true })).toBeVisible();
      }
      const elsewhere = await openElsewhere(browser, company);
      await expect(noticeOn(elsewhere)).toBeVisible();

      await notice.getByRole('button', { name: 'Dismiss' }).click();
      await expect(notice).toHaveCount(0);
      for (const one of [page, elsewhere]) {
        await one.reload();
        await expect(one.getByRole('navigation', { name: 'Screens' })).toBeVisible();
        await expect(noticeOn(one)).toHaveCount(0);
      }
      await elsewhere.close();
    },
  );
});
