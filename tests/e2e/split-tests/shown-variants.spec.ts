import type { BrowserContext, Page } from '@playwright/test';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { type AddedTest, addTest } from '../../server/split-tests/tests.ts';
import { get } from '../../torture/support/tenant.ts';
import { openTabs, type Tabs } from '../support/bare-tabs.ts';
import { createLedger, type Ledger, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';
import { nonce, openShop, type Shop, stub } from '../support/shop.ts';

type Tested = AddedTest & { ledger: Ledger };

const ledgerIn = createLedger('Shown');
const test = ownProductTest.extend<{
  shop: Shop;
  tested: Tested;
  weights: readonly number[];
  tabs: Tabs;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  tabs: async ({}, use) => {
    const tabs = await openTabs();
    await use(tabs);
    await tabs.close();
  },
  /** Everybody sees B, unless a test says otherwise. */
  weights: [[0, 10_000], { option: true }],
  shop: async ({ product }, use) => {
    const { url, pixelKey } = await ledgerIn(product);
    const shop = await openShop(url, pixelKey);
    await use(shop);
    await shop.stop();
  },
  tested: async ({ product, shop, weights }, use) => {
    const ledger = await ledgerIn(product);
    const pool = await joinRunningDatabase(ledger.dataDir);
    if (!pool) throw new Error('The database of the product was not found.');
    const { projectId } = ledger;
    const places = ['a', 'b'].map((path) => `${shop.url}/${path}`);
    const added = await addTest(pool, { projectId, places, weights });
    await pool.end();
    await use({ ...added, ledger });
  },
});

test.describe.configure({ mode: 'default' });
test.use({
  // The product takes a headless browser for a bot.
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

/** A page that shows its variant in the heading as soon as it can. */
const showing = ({ slug }: Tested) =>
  `<h1>Nothing yet</h1><script nonce="${nonce}">
    mp('assign', '${slug}', (key) => { document.querySelector('h1').textContent = 'Variant ' + key; });
  </script>`;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const exposures = (shop: Shop) => shop.named('experiment_exposure');
const keyIn = async (page: Page) => (await heading(page).textContent())?.replace('Variant ', '');
const visitorIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === '_mp_id')?.value ?? '';

/** What the product's call says about a unit. */
async function assignment({ ledger: { url, token }, id }: Tested, unit: string) {
  const path = `/api/v1/split-tests/${id}/assignments/?unit_id=${encodeURIComponent(unit)}`;
  const { status, text } = await get(url, path, token);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

/** The exposures of a test that have arrived. */
async function exposuresOf({ ledger: { url, token }, id }: Tested): Promise<number> {
  const { text } = await get(url, `/api/v1/split-tests/${id}/results/`, token);
  return JSON.parse(text).live.exposures;
}

/** Pages without a policy and with strict ones. */
const policies: [string, (shop: Shop) => string][] = [
  ['a plain page', () => ''],
  ['a policy that names the collector', ({ policy }) => policy],
  [
    'a policy with a nonce and strict-dynamic',
    ({ collector }) =>
      `default-src 'none'; img-src data:; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src ${collector}; base-uri 'none'; object-src 'none'`,
  ],
  [
    'a policy with a nonce and Trusted Types',
    ({ collector }) =>
      `default-src 'none'; img-src data:; script-src 'nonce-${nonce}'; connect-src ${collector}; require-trusted-types-for 'script'; trusted-types 'none'`,
  ],
];

for (const [name, policyOf] of policies) {
  test(`shows and counts the variant under ${name}`, async ({ page, context, shop, tested }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text());
    });
    shop.policy = policyOf(shop);
    shop.head = stub + shop.snippet(`nonce="${nonce}"`);
    shop.body = showing(tested);
    await page.goto(shop.url);
    await expect(heading(page)).toHaveText('Variant B');
    await expect.poll(() => exposures(shop).length).toBe(1);
    expect(shop.scripts).toEqual(['/t/px.js', '/t/px-assign.js']);
    const visitor = await visitorIn(context);
    expect(exposures(shop)).toMatchObject([
      { visitor_id: visitor, params: { test: tested.slug, variant: 'B', phase: 1 } },
    ]);
    const first = async () => (await assignment(tested, visitor)).first;
    await expect.poll(first).toMatchObject({ variant: 'B', phase: 1 });
    expect(refused).toEqual([]);
  });
}

test('a page that calls no test loads no more than the script', async ({ page, shop }) => {
  await page.goto(shop.url);
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  expect(shop.scripts).toEqual(['/t/px.js']);
});

test.describe('in halves', () => {
  test.use({ weights: [5_000, 5_000] });

  test('one browser sees the same variant by the link, on pages and in the call', async ({
    browser,
    shop,
    tested,
    userAgent,
  }) => {
    shop.body = showing(tested);
    const link = `${tested.ledger.url}/t/x/${tested.slug}/?k=${tested.ledger.pixelKey}`;
    const seen = new Set<string>();
    for (let visitor = 0; visitor < 4 || (visitor < 40 && seen.size < 2); visitor += 1) {
      const context = await browser.newContext({ userAgent: userAgent ?? '' });
      const page = await context.newPage();
      const follow = async () => {
        await page.goto(link);
        expect(page.url().startsWith(`${shop.url}/`)).toBe(true);
        return new URL(page.url()).searchParams.get('v');
      };
      const look = async () => {
        await page.goto(shop.url);
        await expect(heading(page)).toHaveText(/^Variant/);
        return keyIn(page);
      };
      const steps = visitor % 2 === 0 ? [follow, look, follow] : [look, follow, look];
      const keys = [await steps[0]?.(), await steps[1]?.(), await steps[2]?.()];
      const { variant } = await assignment(tested, await visitorIn(context));
      expect(keys).toEqual([variant, variant, variant]);
      seen.add(variant);
      await context.close();
    }
    expect([...seen].sort()).toEqual(['A', 'B']);
  });
});

test('who has not consented yet sees the control and is not counted; who then does sees the variant', async ({
  page,
  context,
  shop,
  tested,
}) => {
  shop.head = stub + shop.snippet('data-consent="required"');
  shop.body = showing(tested);
  await page.goto(shop.url);
  await expect(heading(page)).toHaveText('Variant A');
  expect(await visitorIn(context)).toBe('');
  await page.evaluate(() => window.mp?.('consent', 'granted'));
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  expect(exposures(shop)).toEqual([]);
  await page.reload();
  await expect(heading(page)).toHaveText('Variant B');
  await expect.poll(() => exposures(shop).length).toBe(1);
  expect(exposures(shop)).toMatchObject([{ visitor_id: await visitorIn(context) }]);
});

test('who denies consent sees the control, and nothing of them is counted', async ({
  page,
  shop,
  tested,
}) => {
  shop.head = stub + shop.snippet('data-consent="required"');
  shop.body = showing(tested);
  await page.goto(shop.url);
  await page.evaluate(() => window.mp?.('consent', 'denied'));
  await page.reload();
  await expect(heading(page)).toHaveText('Variant A');
  await page.evaluate(() => window.mp?.('track', 'last'));
  await expect.poll(() => shop.named('last').length).toBe(1);
  expect(exposures(shop)).toEqual([]);
});

test('shows the control after a second where the server does not answer, and takes no late answer', async ({
  page,
  shop,
  tested,
}) => {
  let answer = () => {};
  shop.held = new Promise((resolve) => (answer = resolve));
  shop.body = showing(tested);
  await page.goto(shop.url);
  await expect(heading(page)).toHaveText('Nothing yet');
  await expect(heading(page)).toHaveText('Variant A', { timeout: 5_000 });
  const late = page.waitForResponse(/\/t\/x\//);
  answer();
  expect((await late).status()).toBe(200);
  await page.evaluate(() => window.mp?.('track', 'last'));
  await expect.poll(() => shop.named('last').length).toBe(1);
  await expect(heading(page)).toHaveText('Variant A');
  expect(exposures(shop)).toEqual([]);
});

test('a preview shows its variant and counts nothing', async ({ page, shop, tested }) => {
  shop.body = showing(tested);
  await page.goto(`${shop.url}/?preview=${tested.previewToken}&v=A`);
  await expect(heading(page)).toHaveText('Variant A');
  await page.evaluate(() => window.mp?.('track', 'last'));
  await expect.poll(() => shop.named('last').length).toBe(1);
  expect(exposures(shop)).toEqual([]);
});

test('a prerendered page asks and counts when it is shown', async ({ shop, tested, tabs }) => {
  shop.policy = '';
  shop.bodies = {
    '/': '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/next"]}]}</script>',
    '/next': `${showing(tested)}<img src="data:," onerror="fetch('/drawn')">`,
  };
  const { go } = await tabs.open(`${shop.url}/`);
  await expect.poll(() => shop.pages).toContain('/drawn prefetch;prerender');
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect([shop.scripts, shop.asked, exposures(shop)]).toEqual([['/t/px.js'], [], []]);
  await go(`${shop.url}/next`);
  await expect.poll(() => exposures(shop).length).toBe(1);
  // The page that was drawn before is the one that is seen.
  expect(shop.pages.filter((page) => page.startsWith('/next'))).toEqual([
    '/next prefetch;prerender',
  ]);
});

test('a link that the browser fetches ahead counts when its person follows it', async ({
  shop,
  tested,
  tabs,
}) => {
  const link = `${shop.collector}/t/x/${tested.slug}/?k=${tested.ledger.pixelKey}`;
  const rules = { prefetch: [{ source: 'list', urls: [link] }] };
  shop.policy = '';
  shop.bodies = { '/': `<script type="speculationrules">${JSON.stringify(rules)}</script>` };
  const { go } = await tabs.open(`${shop.url}/`);
  await expect.poll(() => shop.asked).toEqual(['503 prefetch']);
  await go(link);
  await expect.poll(() => shop.pages.some((page) => page.startsWith('/b?'))).toBe(true);
  expect(shop.asked).toEqual(['503 prefetch', '302']);
  await expect.poll(() => exposuresOf(tested)).toBe(1);
});

test('a tab in the background counts once it is seen', async ({ shop, tested, tabs }) => {
  shop.body = showing(tested);
  const { show } = await tabs.open(`${shop.url}/`, { isHidden: true });
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  await expect.poll(() => shop.asked).toEqual(['200']);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(exposures(shop)).toEqual([]);
  await show();
  await expect.poll(() => exposures(shop).length).toBe(1);
});
