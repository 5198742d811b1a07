import { overflow, violationsInBoth } from '../support/axe.ts';
import { Keyboard } from '../support/keyboard.ts';
import { addAffiliatePerson, type Person, senderOf, signIn } from '../support/offers.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';

type Offered = Ledger & {
  offer: number;
  person: Person;
};

const newLedger = createLedger('Offered', ['n-1', 's-2']);
let made: Promise<Offered> | null = null;
const test = ownProductTest.extend<{ offered: Offered }>({
  offered: async ({ product }, use) => {
    made ??= newLedger(product).then(withOffer);
    await use(await made);
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** An active offer that pays 32.00, and a person of the first affiliate. */
async function withOffer(ledger: Ledger): Promise<Offered> {
  const { projectId } = ledger;
  const sent = senderOf(ledger);
  const offer = await sent('offers/', {
    project: projectId,
    name: 'Glow serum',
    description: 'Sells **well** on mobile.\n\n- Short pages',
    destination_url: 'https://shop.test/glow?sub={click_id}',
    terms: [
      {
        revenue_type: 'rpa',
        revenue_amount: '45',
        payout_type: 'cpa',
        payout_amount: '32',
      },
    ],
  });
  await sent(`offers/${offer.id}/status/`, { to: 'active', without_test: true });
  const person = await addAffiliatePerson(ledger, { name: 'Kim', affid: 'n-1' });
  return { ...ledger, offer: offer.id, person };
}

const minutes = 60_000;

test('an affiliate finds its link, copies it and tests it within two minutes', async ({
  page,
  context,
  offered,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: offered.url });
  const began = Date.now();
  await signIn(page, offered, offered.person);
  await page.getByRole('link', { name: 'Offers' }).click();
  await page.getByRole('link', { name: 'Glow serum' }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'What it pays you' })).toBeVisible();
  await expect(page.getByText('32.00 USD per conversion')).toBeVisible();
  await page.getByRole('link', { name: 'Get your link' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/t\/c\/n-1\?(k=[^&]+&)?offer=/);
  await page.getByRole('button', { name: 'Send test click' }).click();
  await expect(page.getByText(/^It works: a conversion like this pays 32\.00.USD/)).toBeVisible({
    timeout: 60_000,
  });
  expect(Date.now() - began).toBeLessThan(2 * minutes);
  for (const words of ['Destination', 'Revenue', 'Margin', 'Everflow']) {
    await expect(page.getByText(words, { exact: true })).toHaveCount(0);
  }
});

test('the same by keyboard', async ({ page, offered }) => {
  await signIn(page, offered, offered.person);
  const keyboard = new Keyboard(page);
  await keyboard.begin(page.getByRole('link', { name: 'Skip to the content' }));
  await keyboard.take(page.getByRole('link', { name: 'Offers' }));
  await expect(page.getByRole('link', { name: 'Glow serum' }).first()).toBeVisible();
  await keyboard.take(page.getByRole('link', { name: 'Glow serum' }).first());
  await keyboard.take(page.getByRole('link', { name: 'Tracking' }));
  await expect(page.getByLabel('Link', { exact: true })).toBeVisible();
  await keyboard.take(page.getByRole('button', { name: 'Copy link' }));
  await keyboard.take(page.getByRole('button', { name: 'Send test click' }));
  await expect(page.getByText(/^It works: a conversion like this pays 32\.00.USD/)).toBeVisible({
    timeout: 60_000,
  });
});

test('a manager plans other terms, sets a cap and pauses the offer with undo', async ({
  page,
  offered,
}) => {
  await openAsOwner(page, offered, `/offers/${offered.offer}#terms`);
  await page.getByRole('button', { name: /^Change terms/ }).click();
  await page.getByLabel('Payout (USD)').fill('30');
  await expect(page.getByLabel('They begin')).toHaveValue('midnight');
  await page.getByRole('button', { name: 'See whom it affects' }).click();
  await page.getByRole('button', { name: 'Save terms' }).click();
  await expect(page.getByRole('list', { name: 'Planned' })).toContainText('30.00');
  await page.getByRole('link', { name: 'Caps', exact: true }).click();
  await page.getByRole('button', { name: 'Add cap' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a cap' });
  await dialog.getByLabel('Limit').fill('50');
  await dialog.getByRole('button', { name: 'Add cap' }).click();
  await expect(page.getByRole('listitem', { name: '50 conversions a day' })).toBeVisible();
  await page.getByRole('button', { name: /^Remove 50 conversions/ }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('listitem', { name: '50 conversions a day' })).toBeVisible();
  await page.getByRole('button', { name: /^Pause/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pause/ })
    .click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test('an unknown offer says so within the page', async ({ page, offered }) => {
  for (const id of ['999999', 'nothing']) {
    await openAsOwner(page, offered, `/offers/${id}`);
    await expect(
      page.getByRole('heading', { name: 'There is no offer at this address' }),
    ).toBeVisible();
  }
});

const tabs = [
  'overview',
  'performance',
  'terms',
  'caps',
  'tracking',
  'access',
  'conversions',
  'payouts',
  'log',
];

test('every tab fits every screen, in light and dark', async ({ page, offered }) => {
  for (const tab of tabs) {
    await openAsOwner(page, offered, `/offers/${offered.offer}#${tab}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 3000 });
      expect(await violationsInBoth(page), `${tab} at ${width} px`).toEqual([]);
      await expect.poll(() => overflow(page), `${tab} at ${width} px`).toBe(0);
    }
  }
});
