import { describe, expect, it } from 'vitest';
import { createBrowser } from './browser.ts';

const landing =
  '/sale/?affid=1001&affsub=tt-22&utm_source=facebook&ad_id=a1&fbclid=Iw1&email=ana@shop.test#me';
const required = { 'data-consent': 'required' };
const purchase = [
  'track',
  'purchase',
  { order_id: '5521', value: 86, currency: 'USD', external_id: 'sha256:9f', note: 'for Ana' },
] as const;

type Browser = ReturnType<typeof createBrowser>;
type Page = Awaited<ReturnType<Browser['open']>>;

const cookiesOf = ({ window }: Page) => window.document.cookie;
/** Names are in quotes or behind an underscore: an event's random id may contain three letters by chance. */
const identifying =
  /visitor_id|external_id|affsub|tt-22|click_id|fbclid|["_]fb[pc]\b|params|Iw1|ana@|Ana|sha256|\bck_/;

/** All sent and stored data of a visit, as one text. */
const everythingOf = (browser: Browser, page: Page) =>
  JSON.stringify([browser.sent, { ...browser.disk }, cookiesOf(page)]);

function expectAnonymous(browser: Browser, page: Page): void {
  expect(everythingOf(browser, page)).not.toMatch(identifying);
  expect(browser.sent.map(({ body }) => body.consent)).toEqual(browser.sent.map(() => 'denied'));
  expect(browser.named('click')).toEqual([
    expect.objectContaining({
      affid: '1001',
      utm_source: 'facebook',
      ad_id: 'a1',
      url: 'https://www.shop.test/sale/',
      referrer: 'https://l.facebook.com',
    }),
  ]);
  expect(browser.named('purchase')).toEqual([
    expect.objectContaining({ event_id: '5521', order_id: '5521', value: 86, currency: 'USD' }),
  ]);
}

const withFacebook = (window: Window) => {
  window.document.cookie = '_fbp=fb.1.1';
};
const forgetFacebook = ({ window }: Page) => {
  window.document.cookie = '_fbp=;max-age=0';
};
const withoutTraces = ({ navigator }: Window) =>
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
const referrer = 'https://l.facebook.com/l.php?u=ana@shop.test';

describe('consent', () => {
  it('is assumed unless the snippet requires it', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, { before: withFacebook });
    await page.pass(200);
    expect(browser.named('click')).toEqual([
      expect.objectContaining({ fbclid: 'Iw1', fbp: 'fb.1.1' }),
    ]);
    expect(cookiesOf(page)).toMatch(/_mp_id=\w+/);
  });

  it.each([
    ['America/New_York', true],
    ['Asia/Tokyo', true],
    ['Pacific/Auckland', true],
    ['Europe/Berlin', false],
    ['Europe/London', false],
    ['Atlantic/Canary', false],
    ['Indian/Reunion', false],
    ['Asia/Nicosia', false],
    ['UTC', false],
    [undefined, false],
  ])('per region is assumed in %s: %s', async (timeZone, isAssumed) => {
    const browser = createBrowser();
    const page = await browser.open(landing, {
      script: { 'data-consent': 'per_region' },
      before: (window) => {
        window.Intl.DateTimeFormat.prototype.resolvedOptions = () =>
          ({ timeZone }) as Intl.ResolvedDateTimeFormatOptions;
      },
    });
    await page.pass(60_000);
    expect(cookiesOf(page) !== '').toBe(isAssumed);
    expect(browser.sent.map(({ body }) => 'consent' in body)).toEqual(isAssumed ? [false] : []);
    page.mp('consent', 'granted');
    await page.pass(200);
    expect(browser.named('click')).toEqual([expect.objectContaining({ fbclid: 'Iw1' })]);
  });

  it('is read from the address where a tag manager drops attributes', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, {
      script: { src: 'https://ledger.test/t/px.js?key=mp_test&consent=required', 'data-key': '' },
    });
    await page.pass(60_000);
    expect(browser.sent).toEqual([]);
    page.mp('consent', 'granted');
    await page.pass(200);
    expect(browser.named('page_view')).toHaveLength(1);
  });

  it('that is required holds everything back until the visitor decides', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, { script: required });
    page.mp(...purchase);
    await page.pass(60_000);
    expect(browser.sent).toEqual([]);
    expect(cookiesOf(page)).toBe('');
    expect({ ...browser.disk }).toEqual({});

    page.mp('consent', 'granted');
    expect(Object.keys(browser.disk).join()).toMatch(/_mp_q\.mp_test\.purchase\|5521/);
    await page.pass(200);
    expect(browser.sent.map(({ body }) => body.consent)).toEqual(['granted']);
    expect(browser.named('click')).toEqual([
      expect.objectContaining({ fbclid: 'Iw1', visitor_id: expect.any(String) }),
    ]);
    expect(browser.named('purchase')).toEqual([
      expect.objectContaining({ external_id: 'sha256:9f', affid: '1001' }),
    ]);
    const next = await browser.open('/next', { script: required });
    await next.pass(200);
    expect(browser.named('page_view')[1]?.visitor_id).toBe(browser.named('click')[0]?.visitor_id);
  });

  it('that is denied counts events without identifying the visitor', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, { script: required, referrer, before: withFacebook });
    page.mp(...purchase);
    page.mp('consent', 'denied');
    await page.pass(200);
    forgetFacebook(page);
    expectAnonymous(browser, page);
    expect(cookiesOf(page)).toBe('_mp_consent=denied');
    expect(Object.keys(browser.disk)).toEqual(['_mp_consent']);
  });

  it('that was denied before the script loaded is honoured from the first event on', async () => {
    const browser = createBrowser();
    const seen: string[] = [];
    const page = await browser.open(landing, {
      referrer,
      queued: [purchase, ['consent', 'denied']],
      before: ({ document }) => {
        const { prototype } = document.defaultView?.Document ?? Document;
        const own = Object.getOwnPropertyDescriptor(prototype, 'cookie');
        Object.defineProperty(document, 'cookie', {
          get: () => own?.get?.call(document),
          set: (text: string) => {
            seen.push(text);
            own?.set?.call(document, text);
          },
        });
      },
    });
    await page.pass(200);
    expectAnonymous(browser, page);
    expect(seen.filter((text) => !/^_mp_consent=|max-age=0/.test(text))).toEqual([]);
  });

  it('that is withdrawn removes stored data, and stays withdrawn on later pages', async () => {
    const browser = createBrowser();
    const page = await browser.open('/');
    browser.answer = 'offline';
    await page.pass(200);
    expect(Object.keys(browser.disk).join()).toMatch(/_mp_q.*_mp_mp_test|_mp_mp_test.*_mp_q/);
    page.mp('consent', 'denied');
    expect(Object.keys(browser.disk)).toEqual(['_mp_consent']);
    expect(cookiesOf(page)).toBe('_mp_consent=denied');

    browser.answer = { status: 204 };
    browser.sent.length = 0;
    await page.pass(60_000);
    expect(browser.named('page_view')).toHaveLength(1);
    const next = await browser.open(landing, { referrer });
    next.mp(...purchase);
    await next.pass(200);
    expectAnonymous(browser, next);
  });

  it('that another tab withdraws is withdrawn in this one', async () => {
    const browser = createBrowser();
    const [here, there] = [await browser.open('/'), await browser.open('/')];
    await here.pass(200);
    browser.sent.length = 0;
    there.mp('consent', 'denied');
    here.mp(...purchase);
    await here.pass(200);
    expect(JSON.stringify(browser.sent)).not.toMatch(identifying);
  });

  it('is not requested from a browser that refuses it in advance', async () => {
    const browser = createBrowser();
    await (await browser.open('/')).pass(200);
    browser.sent.length = 0;
    const page = await browser.open(landing, {
      referrer,
      before: withoutTraces,
    });
    page.mp('consent', 'granted');
    page.mp(...purchase);
    await page.pass(200);
    expectAnonymous(browser, page);
  });

  it('that a browser refuses in advance removes stored data', async () => {
    const browser = createBrowser();
    browser.answer = 'offline';
    const before = await browser.open(landing);
    await before.pass(200);
    expect(cookiesOf(before)).toMatch(/_mp_id=/);
    const page = await browser.open('/', { before: withoutTraces });
    expect(cookiesOf(page)).toBe('');
    expect({ ...browser.disk }).toEqual({});
  });

  it('is required where the snippet uses a mode that only the server can decide', async () => {
    const browser = createBrowser();
    const page = await browser.open('/', { script: { 'data-consent': 'per_region' } });
    await page.pass(200);
    expect(browser.sent).toEqual([]);
    expect({ ...browser.disk }).toEqual({});
  });

  it('that is denied counts a click once, although nothing is stored', async () => {
    const browser = createBrowser();
    const denied = [['consent', 'denied']] as const;
    await (await browser.open(landing, { queued: denied, referrer })).pass(200);
    await (await browser.open(landing, { referrer, navigation: 'reload' })).pass(200);
    await (await browser.open(landing, { referrer: 'https://www.shop.test/' })).pass(200);
    await (await browser.open('/', { referrer, navigation: 'back_forward' })).pass(200);
    expect(browser.named('page_view')).toHaveLength(4);
    expect(browser.named('click')).toHaveLength(1);
  });

  it('that was never given counts the visit without identifying the visitor', async () => {
    const browser = createBrowser();
    const page = await browser.open(landing, { script: required, referrer });
    page.mp(...purchase);
    page.hide();
    expect(browser.sent.map(({ by }) => by)).toEqual(['beacon']);
    expectAnonymous(browser, page);
  });
});
