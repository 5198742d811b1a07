import type { Page } from '@playwright/test';
import { deliver, get, post } from '../../torture/support/tenant.ts';
import { overflow, violationsInBoth } from '../support/axe.ts';
import { senderOf } from '../support/offers.ts';
import { createLedger, type Ledger, openAsOwner, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';

type Tested = Ledger & { id: string; link: string };

const newLedger = createLedger('Tested');
let made: Promise<Tested> | null = null;
const test = ownProductTest.extend<{ tested: Tested }>({
  tested: async ({ product }, use) => {
    made ??= newLedger(product).then(withTest);
    await use(await made);
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const minutes = 60_000;
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const variantOf = (key: string, name: string) => ({
  key,
  name,
  is_control: key === 'A',
  weight_bp: 5_000,
  url: `https://shop.test/${key.toLowerCase()}`,
});

/** A test of two pages that runs although nothing was sold yet. */
async function withTest(ledger: Ledger): Promise<Tested> {
  const sent = senderOf(ledger);
  const { id, link } = await sent('split-tests/', {
    project: ledger.projectId,
    name: 'Hero page',
    hypothesis: 'If the price comes first, then more buy, because they know it.',
    kind: 'page',
    unit: 'click',
    goal: { type: 'revenue_per_unit' },
    guardrails: [{ type: 'conversion_rate' }],
    variants: [variantOf('A', 'As it is'), variantOf('B', 'Price first')],
  });
  return { ...ledger, id, link };
}

const open = (page: Page, tested: Tested) => openAsOwner(page, tested, `/split-test/${tested.id}`);

/** Clicks on the link of the test; every fourth click buys. */
async function sendTraffic({ url, link, collectKey }: Tested, clicks: number): Promise<void> {
  const { pathname, search } = new URL(link);
  const orders = [];
  for (let click = 0; click < clicks; click += 1) {
    const answer = await fetch(`${url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { 'user-agent': browser },
    });
    expect(answer.status).toBe(302);
    const led = new URL(answer.headers.get('location') ?? '');
    if (click % 4 > 0) continue;
    orders.push({
      event_name: 'purchase',
      click_id: led.searchParams.get('click_id'),
      order_id: `order-${click}`,
      value: led.searchParams.get('v') === 'B' ? 40 : 30,
      currency: 'USD',
    });
  }
  expect(await deliver(url, collectKey, orders)).toBe(true);
}

const resultsOf = async ({ url, token, id }: Tested) =>
  JSON.parse((await get(url, `/api/v1/split-tests/${id}/results/`, token)).text);

/** Computes the results of the tests now. */
async function takeSnapshot(tested: Tested): Promise<void> {
  const { url, token, projectId } = tested;
  const job = '/api/v1/jobs/split-test-snapshots/run/';
  const { status, text } = await post(url, job, { project_id: projectId }, token);
  expect([status < 300, text]).toEqual([true, text]);
  const results = async () => (await resultsOf(tested)).results;
  await expect.poll(results, { timeout: minutes }).not.toBeNull();
}

test('starts a test whose goal is silent after its name is typed', async ({ page, tested }) => {
  await open(page, tested);
  await page.getByRole('button', { name: 'Start' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start “Hero page”?' });
  await expect(dialog.getByRole('list', { name: 'Checks' })).toBeVisible({ timeout: minutes });
  await dialog.getByLabel('Type “Hero page”').fill('Hero page');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'No click has seen the test yet' })).toBeVisible();
  await expect(page.getByText('0 exposures so far.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('counts the first exposures, then decides, ships and takes both back', async ({
  page,
  tested,
}) => {
  test.setTimeout(4 * minutes);
  await sendTraffic(tested, 80);
  await expect.poll(async () => (await resultsOf(tested)).live.exposures).toBeGreaterThan(75);
  await open(page, tested);
  await expect(page.getByRole('heading', { name: /^\d+ exposures have arrived/ })).toBeVisible();
  await takeSnapshot(tested);
  const verdict = page.getByRole('heading', { level: 2, name: /^Collecting/ });
  await expect(verdict).toBeVisible({ timeout: minutes });
  await expect(page.getByRole('list', { name: 'Conversions needed' })).toContainText(
    '0 of 25 conversions',
  );

  await page.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide “Hero page”' });
  await dialog.getByRole('radio', { name: /Price first/ }).check();
  const decide = dialog.getByRole('button', { name: 'Decide against the gate' });
  await expect(decide).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Type “override”').fill('override');
  await dialog.getByLabel('Why, and what you learned').fill('The season ends tomorrow.');
  expect(await violationsInBoth(page)).toEqual([]);
  await decide.click();
  await expect(page.getByRole('heading', { name: /^Decided: ship/ })).toBeVisible();
  await expect(page.getByText('Ship B, against the gate')).toBeVisible();

  await page.getByRole('link', { name: 'Figures it was decided by' }).click();
  await expect(page.getByText(/by which the test was decided. They never change.$/)).toBeVisible();
  await expect(verdict).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ship', exact: true })).toHaveCount(0);
  expect(await violationsInBoth(page)).toEqual([]);
  await page.getByRole('link', { name: 'Latest figures' }).click();

  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Ship “Hero page”?' })
    .getByRole('button', { name: 'Ship' })
    .click();
  await expect(
    page.getByRole('heading', { name: /is shipped: every visitor sees it/ }),
  ).toBeVisible();
  // While the database is slow to answer, every visitor is led to the control that is known.
  await expect
    .poll(async () => {
      const asked = { redirect: 'manual', headers: { 'user-agent': browser } } as const;
      return (await fetch(tested.link, asked)).headers.get('location');
    })
    .toContain('https://shop.test/b');

  const notice = page.getByRole('alert').filter({ hasText: 'is shipped' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: /^Decided: ship/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Take decision back' }).click();
  await expect(verdict).toBeVisible();
});

test('says that the test was changed by another person meanwhile', async ({ page, tested }) => {
  await open(page, tested);
  await page.getByRole('button', { name: 'Change shares' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change shares' });
  await senderOf(tested)(`split-tests/${tested.id}/weights/`, {
    weights: { A: 6_000, B: 4_000 },
    reason: 'Careful first.',
  });
  await dialog.getByLabel('Reason').fill('More of the new page.');
  await dialog.getByRole('button', { name: 'Change shares' }).click();
  await expect(dialog.getByRole('alert')).toContainText('what you entered is still here');
  await expect(dialog.getByLabel('Reason')).toHaveValue('More of the new page.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Careful first.')).toBeVisible();
});

test('is edited after its start, and takes nothing of a quicker change back', async ({
  page,
  tested,
}) => {
  await open(page, tested);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Hero page”' });
  await dialog.getByLabel('Longest runtime').fill('3');
  await expect(dialog.getByText('at least as many days as the shortest')).toBeVisible();
  await dialog.getByLabel('Longest runtime').fill('60');
  expect(await violationsInBoth(page)).toEqual([]);
  await senderOf(tested)(`split-tests/${tested.id}/pause/`, {});
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('what you entered is still here');
  await expect(async () => {
    await save.click();
    await expect(dialog).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('7 days at least, 60 days at most')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
});

test('fits into every width and theme', async ({ page, tested }) => {
  test.setTimeout(2 * minutes);
  await open(page, tested);
  await expect(page.getByRole('heading', { level: 2, name: /^Paused/ })).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
    expect(await violationsInBoth(page)).toEqual([]);
  }
});
