import type { Page } from '@playwright/test';
import { post } from '../../torture/support/tenant.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const newLedger = createLedger('Listed', ['n-1']);
let made: Promise<Ledger> | null = null;
const test = ownProductTest.extend<{ listed: Ledger }>({
  listed: async ({ product }, use) => {
    made ??= newLedger(product).then(withOffers);
    await use(await made);
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** An open offer with a cap, and one to request. */
async function withOffers(ledger: Ledger): Promise<Ledger> {
  const { url, token, projectId } = ledger;
  const sent = async (path: string, body: unknown) => {
    const { status, text } = await post(url, `/api/v1/${path}`, body, token);
    expect([path, status < 300, text]).toEqual([path, true, text]);
    return JSON.parse(text);
  };
  const offers = [
    { name: 'Alder lamp', visibility: 'public', payout: '9', caps: [dailyCap] },
    { name: 'Birch table', visibility: 'approval', payout: '12', caps: [] },
  ];
  for (const { payout, ...offer } of offers) {
    const { id } = await sent('offers/', {
      project: projectId,
      destination_url: 'https://shop.test/?sub={click_id}',
      terms: [{ payout_type: 'cpa', payout_amount: payout }],
      ...offer,
    });
    await sent(`offers/${id}/status/`, { to: 'active', without_test: true });
  }
  return ledger;
}

const dailyCap = { metric: 'conversions', interval: 'day', limit: '40' };

const namesIn = (page: Page) =>
  page.getByRole('table', { name: 'Offers' }).getByRole('rowheader').getByRole('link');

test('a manager sorts and filters the list, and sees what is left of a cap', async ({
  page,
  listed,
}) => {
  await openAsOwner(page, listed, '/offers');
  await expect(namesIn(page)).toHaveText(['Birch table', 'Alder lamp']);
  await page.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(namesIn(page)).toHaveText(['Alder lamp', 'Birch table']);
  const lamp = page.getByRole('row', { name: /Alder lamp/ });
  await expect(lamp).toContainText(/40 conversions/);
  await page.getByRole('searchbox').fill('birch');
  await expect(namesIn(page)).toHaveText(['Birch table']);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No offer matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(namesIn(page)).toHaveCount(2);
});
