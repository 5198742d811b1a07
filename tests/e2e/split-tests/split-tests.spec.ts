import { testLines } from '../../support/split-tests/lines.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { senderOf } from '../support/offers.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const newLedger = createLedger('Compared', ['n-1']);
let made: Promise<Ledger> | null = null;
const test = ownProductTest.extend<{ ledger: Ledger }>({
  ledger: async ({ product }, use) => {
    made ??= newLedger(product).then(withTests);
    await use(await made);
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A running test without visitors, and a decided one. */
async function withTests(ledger: Ledger): Promise<Ledger> {
  const sent = senderOf(ledger);
  const created = async (name: string, path: string) => {
    const { id } = await sent('split-tests/', {
      project: ledger.projectId,
      name,
      kind: 'page',
      unit: 'visitor',
      goal: { type: 'conversion_rate' },
      variants: [
        {
          key: 'A',
          name: 'Now',
          is_control: true,
          weight_bp: 5_000,
          url: `https://shop.test/${path}/a`,
        },
        { key: 'B', name: 'New', weight_bp: 5_000, url: `https://shop.test/${path}/b` },
      ],
    });
    return id as string;
  };
  const running = await created('Alder headline', 'alder');
  await sent(`split-tests/${running}/start/`, { confirm: 'Alder headline' });
  await created('Birch price', 'birch');
  return ledger;
}

test('a buyer makes a test by the wizard, starts it, pauses it and stops it', async ({
  page,
  ledger,
}) => {
  await openAsOwner(page, ledger, '/split-test');
  await page.getByRole('link', { name: 'New split test' }).click();
  await page.getByRole('button', { name: 'Next: variants' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveAccessibleDescription(/Enter a name/);
  await expect(name).toBeFocused();
  await name.fill('Cedar checkout');
  await page.getByRole('button', { name: 'Next: variants' }).click();
  const places = page.getByRole('textbox', { name: 'Address of the page' });
  await places.nth(0).fill('https://shop.test/cedar');
  await places.nth(1).fill('https://shop.test/cedar');
  await page.getByRole('button', { name: 'Next: goal' }).click();
  await expect(places.nth(1)).toHaveAccessibleDescription(/Another variant has the same address/);
  await places.nth(1).fill('https://shop.test/cedar/short');
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(places.nth(1)).toHaveValue('https://shop.test/cedar/short');
  await page.getByRole('button', { name: 'Next: goal' }).click();
  await page.getByRole('button', { name: 'Next: traffic' }).click();
  await expect(page.getByRole('region', { name: 'How long it takes' })).toContainText(
    'The duration is unknown',
  );
  await page.getByRole('button', { name: 'Next: checks' }).click();
  await expect(page.getByRole('list', { name: 'Checks' })).toContainText(
    'No other running test is about the same.',
  );
  await page.getByRole('button', { name: 'Next: review' }).click();
  const start = page.getByRole('button', { name: 'Start now' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Name of the test' }).fill('Cedar checkout');
  await start.click();
  await expect(page).toHaveURL(/\/split-test\/[^/]+$/);
  await expect(page).not.toHaveURL(/\/split-test\/add/);

  await openAsOwner(page, ledger, '/split-test');
  const row = page.getByRole('row', { name: /Cedar checkout/ });
  await expect(row).toContainText('Running');
  await row.getByRole('button', { name: 'Actions of Cedar checkout' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Running');
  await row.getByRole('button', { name: 'Actions of Cedar checkout' }).click();
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop the test' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: /^Finished/ }).click();
  await expect(row).toContainText('Stopped');
});

test('a draft opens in the wizard with what it holds', async ({ page, ledger }) => {
  await openAsOwner(page, ledger, '/split-test#drafts');
  await page.getByRole('link', { name: 'Birch price' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Birch price');
  await page.getByRole('button', { name: 'Next: variants' }).click();
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Together' })).toContainText('100');
});

for (const width of [360, 768, 1440]) {
  test(`fits and is accessible at ${width}, in light and dark`, async ({ page, ledger }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 2_000 });
    const holds = async (where: string) => {
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await violationsInBoth(page), where).toEqual([]);
      await expect.poll(() => overflow(page), where).toBe(0);
    };
    await openAsOwner(page, ledger, '/split-test/add');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Wide ${width}`);
    await holds('what');
    await page.getByRole('button', { name: 'Next: variants' }).click();
    await page.getByRole('button', { name: 'Add a variant' }).click();
    await page.getByRole('button', { name: 'Next: goal' }).click();
    await holds('variants');
    const places = page.getByRole('textbox', { name: 'Address of the page' });
    for (const at of [0, 1, 2]) await places.nth(at).fill(`https://shop.test/${width}/${at}`);
    await page.getByRole('button', { name: 'Next: goal' }).click();
    await page.getByRole('button', { name: 'Add a guardrail' }).click();
    await holds('goal');
    await page.getByRole('button', { name: 'Next: traffic' }).click();
    await expect(page.getByText('The duration is unknown')).toBeVisible();
    await holds('traffic');
    await page.getByRole('button', { name: 'Next: checks' }).click();
    await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
    await holds('checks');
    await page.getByRole('button', { name: 'Next: review' }).click();
    await holds('review');
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(page.getByRole('link', { name: `Wide ${width}` })).toBeVisible();
    await holds('drafts');
    await page.route('**/api/v1/split-tests/?**', (route) => route.fulfill({ json: testLines }));
    for (const tab of ['running', 'finished', 'learnings']) {
      await openAsOwner(page, ledger, `/split-test#${tab}`);
      await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible();
      await holds(tab);
    }
  });
}
