import type { Page } from '@playwright/test';
import { deliver, get } from '../../torture/support/tenant.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { Keyboard } from '../support/keyboard.ts';
import {
  createLedger,
  type Ledger,
  openAsOwner as open,
  ownProductTest,
} from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const people = 12;
const buyers = 4;

const ledgers = { pointer: createLedger('Pointed'), keyboard: createLedger('Tabbed') };
const test = ownProductTest.extend<{ ledger: Ledger; tabbed: Ledger }>({
  ledger: async ({ product }, use) => use(await withVisits(await ledgers.pointer(product))),
  tabbed: async ({ product }, use) => use(await withVisits(await ledgers.keyboard(product))),
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** People who read an offer; half of them open the checkout, a third order. */
function visits(from: number) {
  return Array.from({ length: people }, (_, number) => {
    const at = from + number * 2 * MINUTE;
    const person = { visitor_id: `v_person_${number}`, source: 'browser' };
    const order = `o-${number}`;
    return [
      { ...person, event_name: 'page_view', event_time: at, url: 'https://shop.test/offer' },
      ...(number < people / 2
        ? [{ ...person, event_name: 'initiate_checkout', event_time: at + MINUTE }]
        : []),
      ...(number < buyers
        ? [
            {
              ...person,
              ...{ event_name: 'purchase', event_time: at + 3 * MINUTE, source: 'server' },
              ...{ event_id: order, order_id: order, value: '40.00', currency: 'USD' },
            },
          ]
        : []),
    ];
  }).flat();
}

/** Waits until the recorded events can be counted. */
async function withVisits(ledger: Ledger): Promise<Ledger> {
  const { url, collectKey, projectId, token } = ledger;
  const catalog = `/api/v1/event-catalog/?project_id=${projectId}`;
  const counted = async () => JSON.parse((await get(url, catalog, token)).text).length;
  if ((await counted()) === 0) {
    expect(await deliver(url, collectKey, visits(Date.now() - 3 * HOUR))).toBe(true);
    await expect.poll(counted).toBe(3);
  }
  return ledger;
}

const bar = (page: Page, reached: number, step: string) =>
  page.getByRole('button', { name: `${reached} people reached ${step}, show them` });

const dialog = (page: Page) => page.getByRole('dialog');

async function isFitForAll(page: Page): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsInBoth(page), `at ${width} px`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
  }
}

test('recorded events become a published funnel, its people are read and a step is changed', async ({
  page,
  ledger,
}) => {
  await open(page, ledger, '/funnels');
  await expect(page.getByText('No funnel yet')).toBeVisible();
  await page.getByRole('link', { name: 'Detect from my events' }).click();
  await page
    .getByRole('button', { name: /4 converted/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Offer to order');
  await page.getByRole('button', { name: 'Next: steps' }).click();
  await page.getByRole('button', { name: 'Next: counting' }).click();
  await page.getByRole('button', { name: 'Next: publish' }).click();
  await page.getByRole('button', { name: 'Create and publish' }).click();

  await expect(page).toHaveURL(/\/funnels\/dashboard\/offer-to-order/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offer to order');
  const steps = page.getByRole('list', { name: 'Steps', exact: true });
  await expect(steps.getByRole('button', { name: /^12 people reached/ })).toBeVisible();
  await bar(page, buyers, 'Purchase').click();
  await expect(dialog(page).getByRole('table').getByRole('row')).toHaveCount(1 + buyers);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(bar(page, buyers, 'Purchase')).toBeFocused();

  await page
    .getByRole('navigation', { name: 'Funnel' })
    .getByRole('link', { name: 'Edit' })
    .click();
  await page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: 'Purchase' }).click();
  await expect(page).toHaveURL(/\/funnels\/offer-to-order\/edit\/purchase/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paid order');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('All changes are saved').or(page.getByText('Saved'))).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  const asking = page.getByRole('alertdialog');
  await expect(asking.getByRole('status')).toContainText('instead of');
  await isFitForAll(page);
  await asking.getByRole('button', { name: 'Publish' }).click();
  await expect(asking).toBeHidden();

  await page.goto(`${ledger.url}/funnels/dashboard/offer-to-order`);
  await expect(bar(page, buyers, 'Paid order')).toBeVisible();
});

test('a step has an address, and the back button leaves it', async ({ page, ledger }) => {
  await open(page, ledger, '/funnels/offer-to-order/edit');
  await page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: 'Paid order' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Paid order');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Paid order');
  await page.goBack();
  await expect(page.getByRole('list', { name: 'Steps' })).toBeVisible();
  await open(page, ledger, '/funnels/offer-to-order/edit/no-such-step');
  await expect(page.getByText('This funnel has no step “no-such-step”')).toBeVisible();
});

test('the screens are accessible', async ({ page, ledger }) => {
  test.setTimeout(240_000);
  const screens = [
    ['/funnels', page.getByRole('link', { name: 'Offer to order' })],
    ['/funnels/add', page.getByText('How do you want to begin?')],
    ['/funnels/offer-to-order', page.getByRole('heading', { name: 'Offer to order' })],
    ['/funnels/offer-to-order/edit', page.getByRole('list', { name: 'Steps' })],
    [
      '/funnels/dashboard/offer-to-order',
      bar(page, people, 'Page /offer').or(page.locator('.step-bars')),
    ],
  ] as const;
  for (const [path, sign] of screens) {
    await open(page, ledger, path);
    await expect(sign.first(), path).toBeVisible();
    await isFitForAll(page);
  }
});

test('the dashboard is accessible in each of its states', async ({ page, ledger }) => {
  test.setTimeout(240_000);
  const path = '/funnels/dashboard/offer-to-order';
  const states = [
    ['?compare=previous&by=country', page.getByRole('table', { name: 'Funnel by country' })],
    ['#trend', page.getByRole('heading', { name: 'Entries over time' })],
    ['#time', page.getByText(/4 people, half within/)],
    ['#opportunities', page.getByRole('table', { name: 'Steps by what they gain' })],
    ['', bar(page, buyers, 'Paid order')],
  ] as const;
  for (const [state, sign] of states) {
    await open(page, ledger, '/funnels');
    await page.goto(`${ledger.url}${path}${state}`);
    await expect(sign, state).toBeVisible();
    await isFitForAll(page);
  }
  await bar(page, buyers, 'Paid order').click();
  await expect(dialog(page).getByRole('table').getByRole('row')).toHaveCount(1 + buyers);
  await isFitForAll(page);
});

test('the wizard and the editor are accessible in each of their states', async ({
  page,
  ledger,
}) => {
  test.setTimeout(240_000);
  await open(page, ledger, '/funnels/add');
  await page.getByRole('button', { name: 'Detect from my events' }).click();
  const found = page.getByRole('button', { name: /4 converted/ }).first();
  await expect(found).toBeVisible();
  await isFitForAll(page);
  await found.click();
  for (const next of ['Next: steps', 'Next: counting', 'Next: publish']) {
    await isFitForAll(page);
    await page.getByRole('button', { name: next }).click();
  }
  await expect(page.getByText(/of the people reached the end/)).toBeVisible();
  await isFitForAll(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await isFitForAll(page);

  await open(page, ledger, '/funnels/offer-to-order/edit/purchase');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Paid order');
  await name.fill('');
  await expect(name).toHaveAccessibleDescription(/./);
  await isFitForAll(page);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await isFitForAll(page);
  await open(page, ledger, '/funnels/no-such-funnel');
  await expect(page.getByRole('link', { name: 'All funnels' })).toBeVisible();
  await isFitForAll(page);
});

test('a keyboard alone leads from events to the people of a funnel', async ({ page, tabbed }) => {
  const keyboard = new Keyboard(page);
  await open(page, tabbed, '/funnels');
  await keyboard.take(page.getByRole('link', { name: 'Detect from my events' }));
  await keyboard.take(page.getByRole('button', { name: /4 converted/ }).first());
  for (const next of ['Next: steps', 'Next: counting', 'Next: publish', 'Create and publish']) {
    await keyboard.take(page.getByRole('button', { name: next }));
  }
  await expect(page).toHaveURL(/\/funnels\/dashboard\//);
  await keyboard.take(bar(page, buyers, 'Purchase'));
  await expect(dialog(page).getByRole('table').getByRole('row')).toHaveCount(1 + buyers);
  await keyboard.press('Escape');
  await keyboard.isOn(bar(page, buyers, 'Purchase'));
});
