import { describe, expect, it } from 'vitest';
import { createBrowser, type Visit } from './browser.ts';

type Shown = (key: string) => unknown;

/** A page that shows variants of the test `button`, for which visitors see B. */
async function testing(visit: Visit & { address?: string } = {}) {
  const browser = createBrowser();
  browser.assigned = ({ searchParams }) => ({
    status: 200,
    body: searchParams.has('visitor_id')
      ? { variant: 'B', phase: 2 }
      : { variant: 'A', phase: null },
  });
  const { address = '/', ...rest } = visit;
  const page = await browser.open(address, rest);
  const shown: string[] = [];
  const assign = (show: Shown = () => undefined, ...more: unknown[]) =>
    page.mp('assign', 'button', (key: string) => [shown.push(key), show(key)][1], ...more);
  return { browser, page, shown, assign, exposures: () => browser.named('experiment_exposure') };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("mp('assign')", () => {
  it('shows the visitor their variant, and reports it once it was shown', async () => {
    const { browser, page, shown, assign, exposures } = await testing({ address: '/?affid=7' });
    expect(browser.loaded).toEqual([]);
    assign();
    await settled();
    await page.pass(200);
    expect(browser.loaded).toEqual(['https://ledger.test/t/px-assign.js']);
    const [view] = browser.named('page_view');
    const [wanted] = browser.wanted;
    expect(`${wanted?.origin}${wanted?.pathname}`).toBe('https://ledger.test/t/x/button/');
    expect(Object.fromEntries(wanted?.searchParams ?? [])).toEqual({
      ...{ k: 'mp_test', format: 'json', visitor_id: view?.visitor_id, click_id: view?.click_id },
    });
    expect(shown).toEqual(['B']);
    expect(exposures()).toEqual([
      expect.objectContaining({
        ...{ visitor_id: view?.visitor_id, click_id: view?.click_id, affid: '7' },
        params: { test: 'button', variant: 'B', phase: 2 },
      }),
    ]);
    await page.pass(5_000);
    expect(shown).toEqual(['B']);
  });

  it('reports a variant that is shown again on the same page once', async () => {
    const { page, shown, assign, exposures } = await testing();
    assign();
    await settled();
    assign();
    await settled();
    await page.pass(200);
    expect([shown, exposures().length]).toEqual([['B', 'B'], 1]);
  });

  it('waits until the variant is shown, where the page says when', async () => {
    const { page, assign, exposures } = await testing();
    let draw: (value?: unknown) => void = () => undefined;
    assign(() => new Promise((resolve) => (draw = resolve)));
    await settled();
    await page.pass(5_000);
    expect(exposures()).toEqual([]);
    draw();
    await settled();
    await page.pass(200);
    expect(exposures()).toHaveLength(1);
  });

  it.each([
    ['says that it was not', () => false],
    ['says so later', async () => false],
  ])('reports nothing if the page %s shown', async (_, show) => {
    const { page, shown, assign, exposures } = await testing();
    assign(show);
    await settled();
    await page.pass(200);
    expect([shown, exposures()]).toEqual([['B'], []]);
  });

  it('lets an error of the page appear as one, and reports nothing', async () => {
    const { page, shown, assign, exposures } = await testing();
    assign(() => {
      throw new Error('no button');
    });
    await settled();
    await expect(page.pass(200)).rejects.toThrow('no button');
    await page.pass(2_000);
    expect([shown, exposures()]).toEqual([['B'], []]);
  });

  it.each([
    ['nothing is answered', 'never'],
    ['the network is away', 'offline'],
    ['the server is busy', { status: 503, body: { detail: 'Busy.' } }],
    ['there is no such test', { status: 404, body: { detail: 'Not found.' } }],
  ] as const)('shows the control after a second where %s', async (_, answer) => {
    const { browser, page, shown, assign, exposures } = await testing();
    browser.assigned = () => answer;
    assign();
    await settled();
    await page.pass(1_000);
    await settled();
    expect(shown).toEqual(['A']);
    await page.pass(10_000);
    expect([shown, exposures()]).toEqual([['A'], []]);
  });

  it.each(['missing', 'never'] as const)('shows the control if its code is %s', async (file) => {
    const { browser, page, shown, assign, exposures } = await testing();
    browser.secondFile = file;
    assign(undefined, 'C');
    await settled();
    await page.pass(1_000);
    expect([shown, browser.wanted, exposures()]).toEqual([['C'], [], []]);
  });

  it('takes no answer that comes too late', async () => {
    const { browser, page, shown, assign, exposures } = await testing();
    const { assigned } = browser;
    browser.assigned = () => 'never';
    assign();
    await settled();
    await page.pass(1_000);
    browser.assigned = assigned;
    await settled();
    await page.pass(2_000);
    expect([shown, exposures()]).toEqual([['A'], []]);
  });

  it.each([
    ['is missing', { script: { 'data-consent': 'required' } }],
    ['was denied', { queued: [['consent', 'denied']] }],
    [
      'is refused in advance',
      {
        before: ({ navigator }: Window) =>
          Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      },
    ],
  ] as [string, Visit][])('asks without the visitor where consent %s', async (_, visit) => {
    const { browser, page, shown, assign, exposures } = await testing({
      address: '/?affid=7',
      ...visit,
    });
    assign();
    await settled();
    await page.pass(200);
    expect(browser.wanted.map(({ search }) => search)).toEqual(['?k=mp_test&format=json']);
    expect([shown, exposures()]).toEqual([['A'], []]);
  });

  it('shows a preview to a person whose page has its token', async () => {
    const { browser, assign } = await testing({ address: '/?preview=secret&v=B' });
    assign();
    await settled();
    const { searchParams } = browser.wanted[0] ?? new URL('https://none.test/');
    expect([searchParams.get('preview'), searchParams.get('v')]).toEqual(['secret', 'B']);
  });

  it('repeats a call from before it has loaded, and waits until a prerendered page is shown', async () => {
    const shown: string[] = [];
    const show = (key: string) => shown.push(key);
    const { browser, page } = await testing({
      queued: [['assign', 'button', show]],
      before: ({ document }) => {
        Object.defineProperty(document, 'prerendering', { value: true });
      },
    });
    await settled();
    await page.pass(5_000);
    expect([shown, browser.loaded, browser.sent]).toEqual([[], [], []]);
    page.window.document.dispatchEvent(new page.window.Event('prerenderingchange'));
    await settled();
    await page.pass(200);
    expect(shown).toEqual(['B']);
    expect(browser.named('experiment_exposure')).toHaveLength(1);
  });

  it('reports a variant of a tab in the background once the tab is seen', async () => {
    const { page, shown, assign, exposures } = await testing();
    page.show('hidden');
    assign();
    assign();
    await settled();
    await page.pass(5_000);
    expect([shown, exposures()]).toEqual([['B', 'B'], []]);
    page.show('visible');
    await settled();
    await page.pass(200);
    expect(exposures()).toHaveLength(1);
  });

  it('reports nothing if consent is withdrawn before the tab is seen', async () => {
    const { page, shown, assign, exposures } = await testing();
    page.show('hidden');
    assign();
    await settled();
    page.mp('consent', 'denied');
    page.show('visible');
    await settled();
    await page.pass(200);
    expect([shown, exposures()]).toEqual([['B'], []]);
  });

  it('shows the variant once consent is given, where the page calls again', async () => {
    const { browser, page, shown, assign, exposures } = await testing({
      script: { 'data-consent': 'required' },
    });
    assign();
    await settled();
    page.mp('consent', 'granted');
    assign();
    await settled();
    await page.pass(200);
    const [view] = browser.named('page_view');
    expect(shown).toEqual(['A', 'B']);
    expect(exposures()).toEqual([expect.objectContaining({ visitor_id: view?.visitor_id })]);
  });

  it('answers once where two pixels share a page, from the one whose test it is', async () => {
    const { browser, page, shown, assign } = await testing();
    browser.assigned = ({ searchParams }) =>
      searchParams.get('k') === 'mp_other'
        ? { status: 200, body: { variant: 'B', phase: 1 } }
        : { status: 404, body: {} };
    page.load({ 'data-key': 'mp_other' });
    assign();
    await settled();
    await page.pass(2_000);
    expect(shown).toEqual(['B']);
    const exposed = browser.sent.filter(({ body }) =>
      body.events.some(({ event_name }) => event_name === 'experiment_exposure'),
    );
    expect(exposed.map(({ body }) => body.key)).toEqual(['mp_other']);
  });

  it('does nothing without a function', async () => {
    const { browser, page } = await testing();
    for (const show of [undefined, null, 'B', {}]) page.mp('assign', 'button', show);
    await settled();
    await page.pass(2_000);
    expect([browser.loaded, browser.wanted]).toEqual([[], []]);
  });
});
