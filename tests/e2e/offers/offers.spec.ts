import type { Page } from '@playwright/test';
import { get, post } from '../../torture/support/tenant.ts';
import { violationsInBoth } from '../support/axe.ts';
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

test('two versions of an offer are shown side by side', async ({ page, listed }) => {
  const { url, token, projectId } = listed;
  const lines = await get(url, `/api/v1/offers/?project_id=${projectId}`, token);
  const { id, version } = JSON.parse(lines.text).find(
    ({ name }: { name: string }) => name === 'Alder lamp',
  );
  await openAsOwner(page, listed, `/offers/${id}/edit`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Alder lamp');
  const theirs = await fetch(`${url}/api/v1/offers/${id}/`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Token ${token}`,
      'if-match': `"${version}"`,
    },
    body: JSON.stringify({ name: 'Theirs' }),
  });
  expect(theirs.status, await theirs.text()).toBe(200);
  await name.fill('Alder lamp two');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const both = page.getByRole('alert', { name: 'Two versions' });
  await expect(both.getByRole('cell', { name: 'Theirs' })).toBeVisible();
  await both.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Alder lamp two' })).toBeVisible();
});

const csv = (...lines: string[]) => ({
  name: 'offers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});
const head = 'name,destination_url,countries,payout_type,payout_amount';

test('a file with wrong lines names line and column; the corrected one is taken', async ({
  page,
  listed,
}) => {
  await openAsOwner(page, listed, '/offers');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import offers' });
  const file = dialog.locator('input[type="file"]');
  await file.setInputFiles(
    csv(
      head,
      'Dogwood desk,https://shop.test/desk,US,cpa,10',
      'Elm bench,https://shop.test/bench?sub={click_id},Nowhere,cpa,10',
    ),
  );
  const left = dialog.getByRole('list', { name: 'Lines that are left out' });
  await expect(left.getByRole('listitem')).toHaveCount(2);
  await expect(left).toContainText(/Line 2, Dogwood desk.*destination_url: Put \{click_id\}/);
  await expect(left).toContainText(/Line 3, Elm bench.*countries: /);
  expect(await violationsInBoth(page)).toEqual([]);
  await file.setInputFiles(
    csv(
      head,
      'Dogwood desk,https://shop.test/desk?sub={click_id},US,cpa,10',
      'Elm bench,https://shop.test/bench?sub={click_id},"US, CA",cpa,10',
    ),
  );
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 added');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(namesIn(page).filter({ hasText: 'Elm bench' })).toBeVisible();
});
