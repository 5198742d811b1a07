import { describe, expect, it } from 'vitest';
import { createBrowser } from './browser.ts';

const landing =
  '/?affid=1001&affsub=tt-22&utm_source=facebook&utm_campaign=bf&campaign_id=c1&adset_id=s1&ad_id=a1&fbclid=Iw1';
const minute = 60_000;

describe('a visit', () => {
  it('reports the landing, and the page once', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, { referrer: 'https://l.facebook.com/' });
    await page.pass(200);
    expect(browser.sent).toHaveLength(1);
    expect(browser.sent[0]).toMatchObject({
      by: 'fetch',
      url: 'https://ledger.test/t/e',
      body: { key: 'mp_test', sent_at: browser.clock.now - 100 },
    });
    expect(browser.sent[0]?.body).not.toHaveProperty('consent');
    const [click, view] = browser.events();
    const touch = {
      affid: '1001',
      affsub: 'tt-22',
      utm_source: 'facebook',
      utm_campaign: 'bf',
      campaign_id: 'c1',
      adset_id: 's1',
      ad_id: 'a1',
      fbclid: 'Iw1',
      referrer: 'https://l.facebook.com/',
      url: `https://www.shop.test${landing}`,
      visitor_id: expect.stringMatching(/^\w{16,}$/),
      click_id: expect.stringMatching(/^ck_\w{16,}$/),
    };
    expect(click).toMatchObject({ event_name: 'click', ...touch, event_id: click?.click_id });
    expect(view).toMatchObject({
      event_name: 'page_view',
      ...touch,
      visitor_id: click?.visitor_id,
    });
    expect(view?.event_id).not.toBe(click?.event_id);
  });

  it('keeps the last touch for a purchase pages later', async () => {
    const browser = createBrowser();
    await (await browser.open(landing)).pass(200);
    const page = await browser.open('/thanks', { referrer: 'https://www.shop.test/cart' });
    page.mp('track', 'purchase', {
      order_id: '5521',
      value: 86.5,
      currency: 'USD',
      external_id: 'sha256:9f',
      sku: 'A1',
      params: { size: 'L' },
    });
    await page.pass(200);
    const [click] = browser.named('click');
    expect(browser.named('click')).toHaveLength(1);
    expect(browser.named('purchase')).toEqual([
      expect.objectContaining({
        event_id: '5521',
        order_id: '5521',
        value: 86.5,
        currency: 'USD',
        external_id: 'sha256:9f',
        params: { sku: 'A1', size: 'L' },
        affid: '1001',
        ad_id: 'a1',
        fbclid: 'Iw1',
        click_id: click?.click_id,
        visitor_id: click?.visitor_id,
      }),
    ]);
  });

  it('recognises the visitor by the cookie only, and by the storage only', async () => {
    const browser = createBrowser();
    await (await browser.open(landing)).pass(200);
    const stored = { ...browser.disk };
    browser.disk.clear();
    await (await browser.open('/two')).pass(200);
    const other = createBrowser();
    for (const [name, value] of Object.entries(stored)) other.disk.setItem(name, value);
    await (await other.open('/three')).pass(200);
    const visitors = [...browser.events(), ...other.events()].map(({ visitor_id }) => visitor_id);
    expect(new Set(visitors).size).toBe(1);
  });

  it('recognises the visitor on every host of the site, and not on another', async () => {
    const browser = createBrowser();
    await (await browser.open(landing)).pass(200);
    for (const address of [
      'https://checkout.shop.test/pay',
      'https://shop.test/',
      'https://other.test/',
    ]) {
      browser.disk.clear();
      await (await browser.open(address)).pass(200);
    }
    const [www, checkout, bare, other] = browser.named('page_view');
    expect(checkout).toMatchObject({ visitor_id: www?.visitor_id, affid: '1001' });
    expect(bare).toMatchObject({ visitor_id: www?.visitor_id, click_id: www?.click_id });
    expect(other).not.toHaveProperty('affid');
    expect(other?.visitor_id).not.toBe(www?.visitor_id);
  });

  it('leaves a touch that is too long out of the cookies, and stores it all the same', async () => {
    const browser = createBrowser();
    const content = 'x'.repeat(2_000);
    await (await browser.open('/?utm_content=short')).pass(200);
    await (await browser.open(`/?utm_content=${content}`)).pass(200);
    const page = await browser.open('/thanks');
    await page.pass(200);
    expect(page.window.document.cookie).toMatch(/^_mp_id=\w+$/);
    expect(browser.named('page_view')[2]).toMatchObject({ utm_content: content });
  });

  it('forgets the visitor and the touch after 90 days without a visit', async () => {
    const browser = createBrowser();
    const clearCookies = (window: Window) => {
      for (const name of ['_mp_id', '_mp_mp_test'])
        window.document.cookie = `${name}=;domain=shop.test;path=/;max-age=0`;
    };
    await (await browser.open(landing)).pass(200);
    browser.clock.now += 91 * 24 * 60 * minute;
    await (await browser.open('/', { before: clearCookies })).pass(200);
    const [then, now] = browser.named('page_view');
    expect(now).not.toHaveProperty('affid');
    expect(now?.visitor_id).not.toBe(then?.visitor_id);
  });

  it('uses the click id of the redirect', async () => {
    const browser = createBrowser();
    const page = await browser.open('/?click_id=ck_redirect&affid=7');
    await page.pass(200);
    expect(browser.named('click')).toEqual([
      expect.objectContaining({ event_id: 'ck_redirect', click_id: 'ck_redirect', affid: '7' }),
    ]);
  });

  it('counts a reload, a link with the same parameters, and a return from the bank as no click', async () => {
    const browser = createBrowser();
    await (await browser.open(landing)).pass(200);
    await (await browser.open(landing)).pass(200);
    await (
      await browser.open(landing.replace('/', '/shoes'), { referrer: 'https://www.shop.test/' })
    ).pass(200);
    await (await browser.open('/thanks', { referrer: 'https://bank.test/pay' })).pass(200);
    expect(browser.named('click')).toHaveLength(1);
    expect(browser.named('page_view')).toHaveLength(4);
  });

  it('counts other parameters, and another site later, as clicks', async () => {
    const browser = createBrowser();
    await (await browser.open(landing)).pass(200);
    await (await browser.open('/?gclid=Cj1')).pass(200);
    browser.clock.now += 31 * minute;
    await (await browser.open('/', { referrer: 'https://blog.test/' })).pass(200);
    browser.clock.now += 31 * minute;
    await (await browser.open('/')).pass(200);
    const clicks = browser.named('click');
    expect(clicks.map(({ gclid, referrer, affid }) => [gclid, referrer, affid])).toEqual([
      [undefined, undefined, '1001'],
      ['Cj1', undefined, undefined],
      [undefined, 'https://blog.test/', undefined],
    ]);
    expect(new Set(clicks.map(({ click_id }) => click_id)).size).toBe(3);
  });

  it('reports every route of an app once', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    const { history } = page.window;
    history.pushState({}, '', '/shoes');
    history.replaceState({}, '', '/shoes?sort=price');
    await page.pass(200);
    history.pushState({}, '', '/redirecting');
    history.replaceState({}, '', '/cart');
    await page.pass(200);
    history.pushState({}, '', '/cart#total');
    history.pushState({}, '', '/cart#/payment');
    await page.pass(200);
    history.back();
    await page.pass(200);
    expect(browser.named('page_view').map(({ url }) => url)).toEqual([
      'https://www.shop.test/',
      'https://www.shop.test/shoes?sort=price',
      'https://www.shop.test/cart',
      'https://www.shop.test/cart',
      'https://www.shop.test/cart',
    ]);
  });

  it('reports a page that comes back from the back/forward cache', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    await page.pass(200);
    const event = new page.window.Event('pageshow');
    Object.defineProperty(event, 'persisted', { value: true });
    page.window.dispatchEvent(event);
    await page.pass(200);
    expect(browser.named('page_view')).toHaveLength(2);
  });

  it('replays calls from before it has loaded', async () => {
    const browser = createBrowser();
    const page = await browser.open('/', {
      queued: [['track', 'add_to_cart', { value: '12.50' }]],
    });
    await page.pass(200);
    expect(browser.named('add_to_cart')).toEqual([expect.objectContaining({ value: '12.50' })]);
  });

  it('counts once when it is loaded twice, and for both where two pixels share a page', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, { queued: [['track', 'early']] });
    page.load();
    page.load({ src: 'https://ledger.test/t/px-0123456789ab.js' });
    page.load({ 'data-key': 'mp_other' });
    page.mp('track', 'lead');
    page.window.history.pushState({}, '', '/next');
    await page.pass(200);
    const waitForOutput = (key: string) =>
      browser.sent
        .filter(({ body }) => body.key === key)
        .flatMap(({ body }) => body.events.map(({ event_name }) => event_name));
    const once = ['click', 'page_view', 'early', 'lead', 'page_view'];
    expect(waitForOutput('mp_test')).toEqual(once);
    expect(waitForOutput('mp_other')).toEqual(once);
  });

  it('takes its key from its address where a tag manager drops attributes', async () => {
    const browser = createBrowser();
    const src = 'https://ledger.test/t/px.js?key=mp_tag';
    await (await browser.open('/', { script: { src, 'data-key': '' } })).pass(200);
    expect(browser.sent[0]).toMatchObject({
      url: 'https://ledger.test/t/e',
      body: { key: 'mp_tag' },
    });
  });

  it('waits until a prerendered page is shown', async () => {
    const browser = createBrowser();
    const page = await browser.open('/', {
      queued: [['track', 'early']],
      before: ({ document }) => {
        Object.defineProperty(document, 'prerendering', { value: true });
      },
    });
    page.mp('track', 'meanwhile');
    await page.pass(200);
    expect(browser.sent).toEqual([]);
    page.window.document.dispatchEvent(new page.window.Event('prerenderingchange'));
    await page.pass(200);
    expect(browser.events().map(({ event_name }) => event_name)).toEqual([
      'page_view',
      'early',
      'meanwhile',
    ]);
  });
});

describe('the page it is on', () => {
  const hostile: Record<string, (window: Window & typeof globalThis) => void> = {
    'without storage and cookies': (window) => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new window.DOMException('denied', 'SecurityError');
        },
      });
      Object.defineProperty(window.document, 'cookie', {
        get() {
          throw new window.DOMException('denied', 'SecurityError');
        },
      });
    },
    'with a full storage': (window) => {
      const full = {
        getItem: () => null,
        removeItem: () => {},
        setItem: () => {
          throw new Error('quota');
        },
      };
      Object.defineProperty(window, 'localStorage', { value: full });
    },
    'without beacon, crypto and performance': (window) => {
      for (const [on, name] of [
        [window.navigator, 'sendBeacon'],
        [window, 'crypto'],
        [window, 'performance'],
      ] as const)
        Object.defineProperty(on, name, { value: undefined });
    },
    'with a frozen history': ({ history }) => Object.freeze(history),
  };

  it.each(Object.entries(hostile))('is not affected: %s', async (_, before) => {
    const browser = createBrowser();
    const page = await browser.open(landing, { before });
    page.mp('track', 'lead');
    page.window.history.pushState({}, '', '/next');
    page.hide();
    await page.pass(200);
    expect(browser.named('click')).not.toEqual([]);
    expect(browser.named('lead')).not.toEqual([]);
  });

  it('is not affected by bad arguments, or a name that is taken', async () => {
    const browser = createBrowser();
    const page = await browser.open('/', {
      before: (window) =>
        Object.defineProperty(window, 'mp', { value: Object.freeze(() => 'theirs') }),
    });
    expect(page.mp('track', 'x')).toBe('theirs');
    const other = await browser.open('/');
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const call of [
      [],
      [null],
      ['track'],
      ['track', 7],
      ['track', ''],
      ['consent', 'maybe'],
      ['nothing', {}],
    ])
      expect(() => other.mp(...call)).not.toThrow();
    for (const fields of [
      null,
      'text',
      7,
      circle,
      { value: Number.NaN, order_id: {}, external_id: 'ana@shop.test' },
    ])
      expect(() => other.mp('track', 'odd', fields)).not.toThrow();
    await other.pass(200);
    expect(browser.named('page_view')).toHaveLength(2);
    const odd = browser.named('odd');
    expect(odd).toHaveLength(5);
    for (const field of ['value', 'order_id', 'external_id', 'params'])
      expect(odd[4]).not.toHaveProperty(field);
  });

  it('gets the same results from a wrapped history', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    expect(() => page.window.history.pushState({}, '', 'https://elsewhere.test/')).toThrow(
      /SecurityError|elsewhere/,
    );
  });
});
