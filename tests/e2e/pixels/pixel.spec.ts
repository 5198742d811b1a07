import type { Page } from '@playwright/test';
import { deliver, get } from '../../torture/support/tenant.ts';
import { createLedger, type Ledger, ownProductTest } from '../support/own-product.ts';
import { expect } from '../support/page.ts';
import { openShop, type Shop, stub } from '../support/shop.ts';

const ledgerIn = createLedger('Counted');
const test = ownProductTest.extend<{ ledger: Ledger; shop: Shop }>({
  ledger: async ({ product }, use) => use(await ledgerIn(product)),
  shop: async ({ ledger: { url, token } }, use) => {
    const { text } = await get(url, '/api/v1/events/?project__slug=counted', token);
    const [{ master_pixel: snippet }]: [{ master_pixel: string }] = JSON.parse(text);
    const key = /data-key="(mp_[^"]+)"/.exec(snippet)?.[1] ?? '';
    const shop = await openShop(url, key);
    await use(shop);
    await shop.stop();
  },
});

test.describe.configure({ mode: 'default' });

const landing =
  '/?affid=1001&affsub=tt-22&utm_source=facebook&campaign_id=c1&adset_id=s1&ad_id=a1&fbclid=Iw1';
const identifying = /visitor_id|external_id|affsub|click_id|fbclid|Iw1|sha256|params/;

const send = (page: Page, ...call: unknown[]) =>
  page.evaluate((items) => window.mp?.(...items), call);
const buy = (page: Page, order: string) =>
  send(page, 'track', 'purchase', {
    order_id: order,
    value: 86,
    currency: 'USD',
    external_id: 'sha256:9f',
  });
/** The storage of the browser, as one text. */
const keptIn = (page: Page) =>
  page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }]));
const waiting = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('_mp_q')).length);

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

async function report<Data>({ url, token, projectId }: Ledger, path: string): Promise<Data> {
  const days = `start_date=${dayFromNow(-1)}&end_date=${dayFromNow(1)}&timezone=UTC`;
  const query = `affiliate_id=all&project_id=${projectId}&${days}`;
  const answer = await get(url, `/api/v1/${path}${path.includes('?') ? '&' : '?'}${query}`, token);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text).data;
}

test("a visit and the server's event are one conversion of the right ad", async ({
  page,
  shop,
  ledger,
}) => {
  await page.goto(shop.url + landing, { referer: 'https://l.facebook.com/' });
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  expect(shop.scripts).toEqual(['/t/px.js']);
  await page.goto(`${shop.url}/cart`);
  await send(page, 'track', 'add_to_cart', { sku: 'A1' });
  await page.goto(`${shop.url}/thanks`);
  await buy(page, 'o-5521');
  await expect.poll(() => shop.named('purchase').length).toBe(1);
  const sold = { event_name: 'purchase', order_id: 'o-5521', value: '86.00', currency: 'USD' };
  expect(await deliver(ledger.url, ledger.collectKey, [sold])).toBe(true);

  expect(new Set(shop.sent.map(({ status }) => status))).toEqual(new Set([204]));
  const [click] = shop.named('click');
  expect(shop.named('purchase')[0]).toMatchObject({
    visitor_id: click?.visitor_id,
    click_id: click?.click_id,
  });

  type Table = { rows: Record<string, unknown>[]; unattributed: { conversions: number } };
  for (const [by, key] of Object.entries({
    affid: '1001',
    campaign_id: 'c1',
    adset_id: 's1',
    ad_id: 'a1',
  })) {
    const table = () => report<Table>(ledger, `rc-table-data/?group_by=${by}&min_revenue=0`);
    await expect
      .poll(async () => (await table()).rows)
      .toEqual([
        expect.objectContaining({
          key,
          clicks: 1,
          conversions: 1,
          server_purchases: 1,
          browser_purchases: 1,
          server_revenue: 86,
        }),
      ]);
    expect((await table()).unattributed.conversions).toBe(0);
  }
  const { overlap } = await report<{ overlap: object }>(ledger, 'rc-data/');
  expect(overlap).toMatchObject({ both: 1, server_only: 0, browser_only: 0, union_purchases: 1 });
  const { steps } = await report<{ steps: { event_name: string; events: number }[] }>(
    ledger,
    'funnel-analysis-data/',
  );
  expect(steps.map(({ event_name, events }) => [event_name, events])).toEqual([
    ['page_view', 3],
    ['add_to_cart', 1],
    ['purchase', 1],
  ]);
});

test('an app reports each route once', async ({ page, shop }) => {
  await page.goto(shop.url);
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  await page.evaluate(() => {
    history.pushState({}, '', '/shoes');
    history.replaceState({}, '', '/shoes?sort=price');
  });
  await expect.poll(() => shop.named('page_view').length).toBe(2);
  await page.goBack();
  await expect.poll(() => shop.named('page_view').length).toBe(3);
  await send(page, 'track', 'last');
  await expect.poll(() => shop.named('last').length).toBe(1);
  expect(shop.named('page_view').map(({ url }) => url)).toEqual([
    `${shop.url}/`,
    `${shop.url}/shoes?sort=price`,
    `${shop.url}/`,
  ]);
});

test('calls before the script has loaded, and a script loaded twice, count once', async ({
  page,
  shop,
}) => {
  const early = stub.replace('</script>', ";mp('track','early')</script>");
  shop.head = early + shop.snippet() + shop.snippet();
  shop.body = shop.snippet();
  await page.goto(shop.url + landing);
  await send(page, 'track', 'last');
  await expect.poll(() => shop.named('last').length).toBe(1);
  for (const name of ['click', 'page_view', 'early']) expect(shop.named(name)).toHaveLength(1);
});

test('a visitor who denies consent is counted and not identified', async ({ page, shop }) => {
  shop.head = stub + shop.snippet('data-consent="required"');
  await page.goto(shop.url + landing, { referer: 'https://l.facebook.com/' });
  await buy(page, 'o-denied');
  expect(await keptIn(page)).toBe('["",{}]');
  await send(page, 'consent', 'denied');
  await expect.poll(() => shop.named('purchase').length).toBe(1);
  expect(JSON.stringify(shop.sent)).not.toMatch(identifying);
  expect(shop.sent).toEqual([expect.objectContaining({ consent: 'denied', status: 204 })]);
  expect(shop.named('click')).toEqual([
    expect.objectContaining({ affid: '1001', ad_id: 'a1', url: `${shop.url}/` }),
  ]);
  expect(await keptIn(page)).toMatch(/^\["_mp_consent=denied",\{"_mp_consent":"\d+ denied"\}\]$/);
});

test('a browser with do-not-track is not tracked, and its storage is cleared', async ({
  page,
  shop,
}) => {
  await page.goto(shop.url + landing);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await keptIn(page)).toMatch(/_mp_id=\w+/);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  shop.sent.length = 0;
  await page.goto(`${shop.url}/thanks`);
  await buy(page, 'o-private');
  await expect.poll(() => shop.named('purchase').length).toBe(1);
  expect(JSON.stringify(shop.sent)).not.toMatch(identifying);
  expect(await keptIn(page)).toBe('["",{}]');
});

test('events without a network arrive once it is back', async ({ page, context, shop }) => {
  await page.goto(shop.url);
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  await context.setOffline(true);
  await buy(page, 'o-offline');
  await expect.poll(() => waiting(page)).toBe(1);
  await context.setOffline(false);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(new Set(shop.named('purchase').map(({ event_id }) => event_id))).toEqual(
    new Set(['o-offline']),
  );
});

test('events that a page could not deliver are delivered by a later page', async ({
  page,
  shop,
}) => {
  await page.goto(shop.url);
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  shop.isCut = true;
  await buy(page, 'o-later');
  await page.goto(`${shop.url}/thanks`);
  shop.isCut = false;
  await expect.poll(() => waiting(page)).toBe(0);
  expect(shop.named('purchase')[0]).toMatchObject({ event_id: 'o-later', value: 86 });
});

test('an event in the last moment of a page is not lost', async ({ page, shop }) => {
  await page.goto(shop.url);
  await page.evaluate(() => {
    window.mp?.('track', 'lead', { order_id: 'o-last' });
    location.href = 'about:blank';
  });
  await expect.poll(() => shop.named('lead').length).toBeGreaterThan(0);
});

test('a page without storage works as before', async ({ page, shop }) => {
  const head = shop.head;
  shop.body =
    '<iframe sandbox="allow-scripts" referrerpolicy="no-referrer" src="/framed?affid=1001"></iframe>';
  shop.head = '';
  await page.route('**/framed**', async (route) => {
    shop.head = head;
    shop.body = '<h1>Without storage</h1>';
    await route.continue();
  });
  await page.goto(shop.url);
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Without storage');
  await expect.poll(() => shop.named('page_view').length).toBe(1);
  expect(shop.named('click')).toEqual([expect.objectContaining({ affid: '1001' })]);
});

test('a page respects the Retry-After of the collector', async ({ page, shop, ledger }) => {
  const { headers } = await fetch(`${ledger.url}/t/e`, { method: 'POST', body: '{}' });
  const open = [...headers].filter(([name]) => name.startsWith('access-control-'));
  shop.refusal = { ...Object.fromEntries(open), 'retry-after': '120' };
  await page.goto(shop.url);
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          Number(
            localStorage.getItem(
              Object.keys(localStorage).find((name) => name.startsWith('_mp_wait')) ?? '',
            ),
          ) - Date.now(),
      ),
    )
    .toBeGreaterThan(60_000);
});
