import type { Page } from '@playwright/test';
import { get } from '../../torture/support/tenant.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { addAffiliatePerson, type Person, senderOf, signIn } from '../support/offers.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';

type Listed = Ledger & { person: Person };

const newLedger = createLedger('Listed', ['n-1']);
let made: Promise<Listed> | null = null;
const test = ownProductTest.extend<{ listed: Listed }>({
  listed: async ({ product }, use) => {
    made ??= newLedger(product).then(withOffers);
    await use(await made);
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** An open offer with a cap, one to request, and a person of the only affiliate. */
async function withOffers(ledger: Ledger): Promise<Listed> {
  const { projectId } = ledger;
  const sent = senderOf(ledger);
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
  const person = await addAffiliatePerson(ledger, { name: 'Lee', affid: 'n-1' });
  return { ...ledger, person };
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

test('an affiliate copies the link of an open offer and requests another', async ({
  page,
  context,
  listed,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: listed.url });
  await signIn(page, listed, listed.person);
  await page.getByRole('link', { name: 'Offers' }).click();
  const card = (name: string) => page.getByRole('article', { name });
  await card('Alder lamp')
    .getByRole('button', { name: /^Copy link/ })
    .click();
  await expect(card('Alder lamp').getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/t/c/n-1');
  await card('Birch table')
    .getByRole('button', { name: /^Request access/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Search traffic in the US');
  await dialog.getByRole('button', { name: /request/i }).click();
  await expect(card('Birch table')).toContainText('The manager has not answered yet.');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 2000 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
});

test('a manager adds an offer with a goal, tiers and a cap', async ({ page, listed }) => {
  await openAsOwner(page, listed, '/offers/add');
  const create = page.getByRole('button', { name: 'Create offer' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cedar chair');
  const address = page.getByRole('textbox', { name: 'Address of the offer' });
  await address.fill('https://shop.test/chair');
  await page.getByRole('button', { name: 'Add goal' }).click();
  await expect(page.getByRole('textbox', { name: 'Goal' })).toBeFocused();
  await page.keyboard.type('Free trial');
  await page.getByRole('textbox', { name: 'Key in reports' }).fill('trial');
  await page.getByRole('button', { name: 'Add terms' }).click();
  await page.getByRole('textbox', { name: 'Payout (USD)', exact: true }).fill('20');
  await page.getByRole('button', { name: 'Add tier' }).click();
  await page.getByRole('textbox', { name: 'Tier 1: payout (USD)' }).fill('25');
  await page.getByRole('combobox', { name: 'The advertiser pays' }).selectOption('rpa');
  await page.getByRole('textbox', { name: 'Revenue (USD)' }).fill('24');
  await page.getByRole('button', { name: 'Add cap' }).click();
  await page.getByRole('textbox', { name: 'Limit' }).fill('50');
  await create.press('Enter');
  await expect(page.getByText(/^Put \{click_id\} where the network expects/).last()).toBeVisible();
  await address.fill('https://shop.test/chair?sub={click_id}');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 4000 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
  await create.press('Enter');
  const tier = page.getByRole('textbox', { name: 'Tier 1: payout (USD)' });
  await expect(tier).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/Nothing that you typed is lost/)).toBeVisible();
  await tier.fill('23');
  await create.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar chair' })).toBeVisible();
  await page.getByRole('link', { name: 'Caps', exact: true }).click();
  await expect(page.getByRole('listitem', { name: '50 conversions a day' })).toBeVisible();
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
