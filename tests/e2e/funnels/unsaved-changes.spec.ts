import type { Page } from '@playwright/test';
import { post } from '../../torture/support/tenant.ts';
import {
  createLedger,
  type Ledger,
  openAsOwner as open,
  type Product,
  ownProductTest as test,
} from '../support/own-product.ts';
import { expect } from '../support/page.ts';

const ledgerOf = createLedger('Guarded');
let filled: Promise<Ledger> | null = null;
const step = (name: string, event: string) => ({
  ...{ slug: event.replaceAll('_', '-'), name, kind: 'custom', optional: false },
  ...{ matcher: { any: [{ event, filters: [] }] } },
  ...{ window_minutes: null, page_url: null, expected_rate: null },
});

/** A ledger with a second project and a funnel, made for the first test of a worker that asks. */
const guarded = (product: Product): Promise<Ledger> => {
  filled ??= fill(product);
  return filled;
};

async function fill(product: Product): Promise<Ledger> {
  const ledger = await ledgerOf(product);
  const create = async (path: string, body: object) =>
    expect((await post(ledger.url, path, body, ledger.token)).status, path).toBe(201);
  await create('/api/v1/projects/', { name: 'Other shop', timezone: 'UTC' });
  await create('/api/v1/funnels/', {
    ...{ project: ledger.projectId, name: 'Offer to order', slug: 'offer-to-order' },
    ...{ count_by: 'visitor', window_minutes: 10_080, exclusions: [] },
    steps: [step('Page', 'page_view'), step('Order', 'purchase')],
  });
  return ledger;
}

const project = (page: Page) => page.getByRole('combobox', { name: 'Project', exact: true });

async function choose(page: Page, name: string): Promise<void> {
  await project(page).click();
  await page.getByRole('option', { name }).click();
}

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command' }).fill(name);
  await page.getByRole('option', { name }).first().click();
}

test('every way out of unsaved changes asks first', async ({ page, product }) => {
  const ledger = await guarded(product);
  await open(page, ledger, `/funnels/offer-to-order/edit?project=${ledger.projectId}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await page.getByRole('list', { name: 'Steps' }).getByRole('link', { name: 'Order' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
  await name.fill('Typed');

  const ways: Record<string, () => Promise<unknown>> = {
    'a link': () => page.getByRole('link', { name: 'Conversions' }).first().click(),
    'a key': async () => {
      await name.blur();
      await page.keyboard.type('gc');
    },
    'a command': () => command(page, 'Dashboard'),
    'another project': () => choose(page, 'Other shop'),
    'another project by a command': () => command(page, 'Other shop'),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await leave();
    await expect(asking, way).toBeVisible();
    await asking.getByRole('button', { name: 'Stay' }).click();
    await expect(asking, way).toBeHidden();
    await expect(page, way).toHaveURL(/\/funnels\/offer-to-order\/edit/);
    await expect(project(page), way).toHaveText('Guarded');
    await expect(name, way).toHaveValue('Typed');
  }

  await page.goBack();
  await expect(page.getByRole('list', { name: 'Steps' })).toBeVisible();
  await choose(page, 'Other shop');
  await asking.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/\/funnels(\?|$)/);
  await expect(project(page)).toHaveText('Other shop');
});

test('another project is shown at once where nothing is unsaved', async ({ page, product }) => {
  const ledger = await guarded(product);
  await open(page, ledger, `/funnels/offer-to-order/edit?project=${ledger.projectId}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Offer to order',
  );
  await choose(page, 'Other shop');
  await expect(page).toHaveURL(/\/funnels(\?|$)/);
  await expect(project(page)).toHaveText('Other shop');
});
