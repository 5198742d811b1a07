import { describe, expect, it } from 'vitest';
import { createBrowser } from './browser.ts';

const stored = (browser: ReturnType<typeof createBrowser>) =>
  Object.keys(browser.disk).filter((name) => name.startsWith('_mp_q.'));
const idsOf = (events: Record<string, unknown>[]) => events.map(({ event_id }) => event_id);

describe('delivery', () => {
  it('sends simultaneous events in one request, and stores them until the answer', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    browser.answer = 'never';
    for (const order_id of ['1', '2', '3']) page.mp('track', 'lead', { order_id });
    await page.pass(200);
    expect(browser.sent.map(({ body }) => body.events.length)).toEqual([4]);
    expect(stored(browser)).toHaveLength(4);
    page.hide();
    expect(browser.sent.map(({ by }) => by)).toEqual(['fetch']);
    browser.answer = { status: 204 };
    await page.pass(20_000);
    expect(stored(browser)).toEqual([]);
    expect(new Set(idsOf(browser.events())).size).toBe(4);
  });

  it.each(['offline', { status: 503 }, { status: 500 }, { status: 429 }, { status: 408 }] as const)(
    'retries with growing pauses and the same ids: %o',
    async (answer) => {
      const browser = createBrowser();
      browser.answer = answer;
      const page = await browser.open('/?affid=1');
      await page.pass(30 * 60_000);
      const tries = browser.sent.map(({ body }) => body.sent_at);
      const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
      expect(waits.length).toBeGreaterThan(6);
      expect(waits.length).toBeLessThan(30);
      expect(waits[0]).toBeLessThan(1_100);
      expect(Math.max(...waits)).toBeLessThanOrEqual(300_000);
      expect(waits.at(-1)).toBeGreaterThan(100_000);
      browser.answer = { status: 204 };
      await page.pass(300_000);
      expect(new Set(idsOf(browser.events())).size).toBe(2);
      expect(stored(browser)).toEqual([]);
      const done = browser.sent.length;
      await page.pass(600_000);
      expect(browser.sent).toHaveLength(done);
    },
  );

  it('tries at once when the network is back', async () => {
    const browser = createBrowser();
    browser.answer = 'offline';
    const page = await browser.open('/');
    await page.pass(10 * 60_000);
    browser.answer = { status: 204 };
    browser.sent.length = 0;
    page.window.dispatchEvent(new page.window.Event('online'));
    await page.pass(10);
    expect(browser.named('page_view')).toHaveLength(1);
    expect(stored(browser)).toEqual([]);
  });

  it.each([
    ['seconds', '120'],
    ['a date', new Date(Date.parse('2026-11-20T12:02:00Z')).toUTCString()],
  ])('waits as long as Retry-After asks for, on later pages too: %s', async (_, retryAfter) => {
    const browser = createBrowser();
    browser.answer = { status: 503, retryAfter };
    const page = await browser.open('/');
    await page.pass(200);
    browser.answer = { status: 204 };
    expect(browser.sent).toHaveLength(1);
    page.hide();
    page.close();
    const next = await browser.open('/next');
    await next.pass(100_000);
    expect(browser.sent).toHaveLength(1);
    await next.pass(30_000);
    expect(browser.sent).toHaveLength(2);
    expect(browser.named('page_view').map(({ url }) => url)).toEqual([
      'https://www.shop.test/',
      'https://www.shop.test/',
      'https://www.shop.test/next',
    ]);
  });

  it.each([400, 403, 413])('gives up events that are refused for good: %i', async (status) => {
    const browser = createBrowser();
    browser.answer = { status };
    const page = await browser.open('/');
    await page.pass(60 * 60_000);
    expect(browser.sent).toHaveLength(1);
    expect(stored(browser)).toEqual([]);
  });

  it('sends with a beacon, once, when the page cannot wait for an answer', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    await page.pass(200);
    page.mp('track', 'lead', { order_id: '1' });
    page.hide();
    expect(browser.sent.map(({ by }) => by)).toEqual(['fetch', 'beacon']);
    expect(browser.sent[1]?.body).toMatchObject({ key: 'mp_test', events: [{ event_id: '1' }] });
    page.show('visible');
    await page.pass(10);
    expect(stored(browser)).toEqual([]);
    expect(idsOf(browser.named('lead'))).toEqual(['1', '1']);
  });

  it('loses nothing when the page ends while the network is away', async () => {
    const browser = createBrowser();
    browser.answer = 'offline';
    const page = await browser.open('/');
    page.mp('track', 'purchase', { order_id: '5521', value: 86 });
    await page.pass(6_000);
    page.close();
    browser.answer = { status: 204 };
    browser.sent.length = 0;
    const next = await browser.open('/next');
    await next.pass(200);
    expect(browser.named('purchase')).toEqual([
      expect.objectContaining({ event_id: '5521', value: 86 }),
    ]);
    expect(browser.named('page_view')).toHaveLength(2);
    expect(stored(browser)).toEqual([]);
  });

  it('lets several tabs store their events without undoing each other', async () => {
    const browser = createBrowser();
    browser.answer = 'offline';
    const tabs = await Promise.all(['/1', '/2', '/3'].map((path) => browser.open(path)));
    for (const [index, tab] of tabs.entries()) tab.mp('track', 'lead', { order_id: `o${index}` });
    await browser.clock.pass(10_000);
    expect(stored(browser)).toHaveLength(6);
    browser.answer = { status: 204 };
    const late = await browser.open('/4');
    await late.pass(600_000);
    expect(new Set(idsOf(browser.named('lead')))).toEqual(new Set(['o0', 'o1', 'o2']));
    expect(new Set(idsOf(browser.named('page_view'))).size).toBe(4);
    expect(stored(browser)).toEqual([]);
  });

  it('stores at most the newest 200, for a week at most', async () => {
    const browser = createBrowser();
    browser.answer = 'offline';
    const page = await browser.open('/');
    for (let order = 0; order < 250; order += 1)
      page.mp('track', 'lead', { order_id: `o${order}` });
    await page.pass(200);
    expect(stored(browser)).toHaveLength(200);
    expect(stored(browser)).toContain('_mp_q.mp_test.lead|o249');
    expect(stored(browser)).not.toContain('_mp_q.mp_test.lead|o49');
    page.close();
    browser.disk.setItem('_mp_q.mp_test.broken', '{');
    browser.clock.now += 8 * 24 * 60 * 60_000;
    await browser.open('/');
    expect(stored(browser)).toHaveLength(1);
  });

  it('separates two events of one order until each is confirmed', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    await page.pass(200);
    browser.answer = 'never';
    page.mp('track', 'purchase', { order_id: '5521', value: 86 });
    await page.pass(200);
    page.mp('track', 'subscribe', { order_id: '5521' });
    expect(stored(browser)).toHaveLength(2);
    browser.answer = { status: 204 };
    page.hide();
    expect(browser.sent.at(-1)).toMatchObject({
      by: 'beacon',
      body: { events: [{ event_name: 'subscribe', event_id: '5521' }] },
    });
    page.close();
    browser.answer = 'offline';
    const next = await browser.open('/next');
    await next.pass(6_000);
    expect(stored(browser)).toHaveLength(3);
    browser.answer = { status: 204 };
    browser.sent.length = 0;
    const last = await browser.open('/last');
    await last.pass(6_000);
    for (const name of ['purchase', 'subscribe']) expect(browser.named(name)).not.toEqual([]);
    expect(stored(browser)).toEqual([]);
  });

  it('delivers once an event that an earlier script stored only by its id', async () => {
    const browser = createBrowser();
    const event = {
      event_id: '5521',
      event_name: 'purchase',
      event_time: browser.clock.now - 60_000,
      value: 86,
    };
    browser.disk.setItem('_mp_q.mp_test.5521', JSON.stringify(event));
    browser.answer = 'offline';
    const page = await browser.open('/');
    page.mp('track', 'subscribe', { order_id: '5521' });
    await page.pass(200);
    expect(stored(browser)).toHaveLength(3);
    page.close();
    browser.answer = { status: 204 };
    browser.sent.length = 0;
    browser.clock.now += 60_000;
    const next = await browser.open('/next');
    await next.pass(200);
    expect(browser.named('purchase')).toEqual([event]);
    expect(browser.named('subscribe')).toHaveLength(1);
    expect(stored(browser)).toEqual([]);
  });

  it('never exceeds the size of a beacon', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    for (let order = 0; order < 40; order += 1)
      page.mp('track', 'lead', {
        order_id: `o${order}`,
        text: '€'.repeat(2_000),
        huge: order % 2 ? '€'.repeat(9_000) : '',
      });
    page.hide();
    const sizes = browser.sent.map(({ body }) => Buffer.byteLength(JSON.stringify(body)));
    expect(Math.max(...sizes)).toBeLessThan(64 * 1_024);
    expect(idsOf(browser.named('lead'))).toHaveLength(40);
  });
});
