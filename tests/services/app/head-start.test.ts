import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { firstCalls, withHeadStart } from '#services/app/head-start.ts';
import { json, scriptedFetch } from '../../support/fetch.ts';
import { fakeWindow } from '../../support/window.ts';

const config = { api_base_url: 'http://clickledger.test' };

/** Late in the evening of New York, on the next day in Tokyo. */
const now = Date.parse('2026-11-27T02:30:00Z');

function begin(
  reply: Parameters<typeof scriptedFetch>[0],
  token: string | null = 'ana',
  { page = '/dashboard', storedItems = new Map<string, string>(), at = now } = {},
) {
  const { window } = fakeWindow(page, storedItems);
  if (token !== null) window.localStorage.setItem('clickledger.v1.token', JSON.stringify(token));
  const { fetch, requests } = scriptedFetch(reply);
  const early = withHeadStart({ window, config, fetch, now: () => at });
  const call = (path: string, signedBy = token, signal = new AbortController().signal) =>
    early(
      new Request(`http://clickledger.test${path}`, {
        method: path === endpoints.checkSession.path ? 'POST' : 'GET',
        headers: { Authorization: `Token ${signedBy}` },
        signal,
      }),
    );
  const reports = () =>
    requests.filter(({ query }) => query.has('start_date')).map(({ query }) => query.toString());
  return { call, paths: () => requests.map(({ path }) => path), requests, reports };
}

const { path: check } = endpoints.checkSession;
const { path: settings } = endpoints.settings;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the first calls of a stored session', () => {
  it('are those of the contract', () => {
    const { checkSession, settings } = endpoints;
    expect(firstCalls.map(({ method, path }) => ({ method, path }))).toEqual(
      [checkSession, settings].map(({ method, path }) => ({ method, path })),
    );
  });

  it('are sent at once, signed, and answer the app, once', async () => {
    const { call, paths, requests } = begin((_, index) => json(index < 2 ? 'early' : 'late'));
    await expect.poll(() => paths().sort()).toEqual([settings, check]);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Token ana',
      'Token ana',
    ]);
    expect(requests.find(({ path }) => path === check)?.body).toEqual({});
    expect(await (await call(settings)).json()).toBe('early');
    expect(await (await call(check)).json()).toBe('early');
    expect(paths()).toHaveLength(2);
    expect(await (await call(settings)).json()).toBe('late');
  });

  it('answer no other session', async () => {
    const { call } = begin(({ headers }) => json(headers.get('authorization')));
    expect(await (await call(check, 'bo')).json()).toBe('Token bo');
    expect(await (await call('/api/v1/views/')).json()).toBe('Token ana');
  });

  it('are not made without a stored session', async () => {
    const { call, paths } = begin(() => json('later'), null);
    await turn();
    expect(paths()).toEqual([]);
    expect(await (await call(check)).json()).toBe('later');
  });

  it('are not made where a browser denies its storage', () => {
    const { window } = fakeWindow('/dashboard');
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Refused.', 'SecurityError');
      },
    });
    const { fetch } = scriptedFetch(() => json('later'));
    expect(withHeadStart({ window, config, fetch, now: Date.now })).toBe(fetch);
  });

  it('report their failure once, however early they failed', async () => {
    const { call, paths } = begin((_, index) =>
      index < 2 ? new TypeError('fetch failed') : json('there again'),
    );
    await expect.poll(paths).toHaveLength(2);
    await turn();
    await expect(call(check)).rejects.toThrow('fetch failed');
    expect(await (await call(check)).json()).toBe('there again');
  });

  it('end when the app aborts them', async () => {
    const { call } = begin(() => new Promise(() => {}));
    const { signal, abort } = withAbort();
    const waiting = expect(call(check, 'ana', signal)).rejects.toBe('enough');
    abort();
    await waiting;
  });
});

describe('the first report of a page', () => {
  const report = '/api/v1/cc-data/';
  const searchOf = (start: string, end: string, further = '') =>
    new URLSearchParams(
      `start_date=${start}&end_date=${end}&timezone=America/New_York${further}`,
    ).toString();
  const thisDay = searchOf('11/26/2026', '11/26/2026');
  const answered = () => json('answered');
  const note = {
    page: '/dashboard',
    path: `${report}?${thisDay}`,
    day: '11/26/2026',
    until: now + 1,
  };

  /** The requests of the second opening, when the first has made these reports. */
  async function again(
    searches: string[],
    { first = {}, second = {} }: { first?: object; second?: object } = {},
  ): Promise<string[]> {
    const storedItems = new Map<string, string>();
    const { call } = begin(answered, 'ana', { storedItems, ...first });
    for (const search of searches) await call(`${report}?${search}`);
    const { reports, paths } = begin(answered, 'ana', { storedItems, ...second });
    await expect.poll(() => paths().length).toBeGreaterThanOrEqual(2);
    await turn();
    return reports();
  }

  it('is requested with the next opening, signed, and answers the app, once', async () => {
    const storedItems = new Map<string, string>();
    await begin(answered, 'ana', { storedItems }).call(`${report}?${thisDay}`);
    const { call, requests, reports } = begin(
      (_, index) => json(index < 3 ? 'early' : 'late'),
      'ana',
      {
        storedItems,
      },
    );
    await expect.poll(reports).toEqual([thisDay]);
    expect(requests.find(({ path }) => path === report)?.headers.get('authorization')).toBe(
      'Token ana',
    );
    expect(await (await call(`${report}?${thisDay}`)).json()).toBe('early');
    expect(await (await call(`${report}?${thisDay}`)).json()).toBe('late');
  });

  it('is only the first one', async () => {
    const other = searchOf('11/25/2026', '11/25/2026');
    expect(await again([thisDay, other])).toEqual([thisDay]);
    expect(await again([other, thisDay])).toEqual([other]);
  });

  it('is not used for another page', async () => {
    expect(await again([thisDay], { second: { page: '/dashboard?project=2' } })).toEqual([]);
    const page = '/conversions?project=2';
    expect(await again([thisDay], { first: { page }, second: { page } })).toEqual([thisDay]);
  });

  it('is of the new day on the next day, if it was about one day only', async () => {
    const second = { at: now + 86_400_000 };
    const nextDay = searchOf('11/27/2026', '11/27/2026');
    expect(await again([thisDay], { second })).toEqual([nextDay]);
    expect(await again([searchOf('11/20/2026', '11/26/2026')], { second })).toEqual([]);
    expect(await again([searchOf('11/25/2026', '11/25/2026')], { second })).toEqual([]);
    const compared = '&compare_start=11/20/2026&compare_end=11/20/2026';
    expect(await again([searchOf('11/26/2026', '11/26/2026', compared)], { second })).toEqual([]);
  });

  it('does not compute the day while it is certainly the same', async () => {
    const storedItems = new Map([['clickledger.v1.first-report', JSON.stringify(note)]]);
    const asksDay = vi.spyOn(Intl, 'DateTimeFormat');
    const today = begin(answered, 'ana', { storedItems });
    expect(asksDay).not.toHaveBeenCalled();
    asksDay.mockRestore();
    const later = begin(answered, 'ana', { storedItems, at: note.until });
    for (const { reports } of [today, later]) await expect.poll(reports).toEqual([thisDay]);
  });

  it('uses the day of its own zone', async () => {
    // Two hours later it is still the 26th in New York; three hours later it is not.
    expect(await again([thisDay], { second: { at: now + 7_200_000 } })).toEqual([thisDay]);
    expect(await again([thisDay], { second: { at: now + 10_800_000 } })).toEqual([
      searchOf('11/27/2026', '11/27/2026'),
    ]);
  });

  it('is not learned from invalid calls, nor from an unknown zone', async () => {
    expect(await again(['name=campaign', 'start_date=11/26/2026'])).toEqual([]);
    expect(await again(['start_date=11/26/2026&timezone=Moon/Base'])).toEqual([]);
  });

  it.each([
    ['no note', '{'],
    ['something else', '7'],
    ['a note of other parts', JSON.stringify({ ...note, path: 7 })],
    ['a note without an end', JSON.stringify({ ...note, until: undefined })],
    ['a note of no report', JSON.stringify({ ...note, path: '/api/v1/projects/' })],
    ['an address elsewhere', JSON.stringify({ ...note, path: `@evil.test/?${thisDay}` })],
  ])('is not requested where the browser stores %s', async (_, text) => {
    const storedItems = new Map([['clickledger.v1.first-report', text]]);
    const { paths } = begin(answered, 'ana', { storedItems });
    await expect.poll(paths).toHaveLength(2);
    await turn();
    expect(paths().sort()).toEqual([settings, check]);
  });

  it('is left out where the browser has no room', async () => {
    const { window } = fakeWindow('/dashboard');
    window.localStorage.setItem('clickledger.v1.token', '"ana"');
    window.localStorage.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    const { fetch } = scriptedFetch(answered);
    const early = withHeadStart({ window, config, fetch, now: () => now });
    const request = new Request(`${config.api_base_url}${report}?${thisDay}`, {
      headers: { Authorization: 'Token ana' },
    });
    expect(await (await early(request)).json()).toBe('answered');
  });

  describe('ten seconds later', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('is neither answered by the early request nor learned', async () => {
      const storedItems = new Map<string, string>();
      await begin(answered, 'ana', { storedItems }).call(`${report}?${thisDay}`);
      let word = 'early';
      const { call, reports } = begin(() => json(word), 'ana', { storedItems });
      while (reports().length === 0) await turn();
      word = 'late';
      vi.advanceTimersByTime(10_000);
      const other = searchOf('11/25/2026', '11/25/2026');
      expect(await (await call(`${report}?${other}`)).json()).toBe('late');
      expect(await (await call(`${report}?${thisDay}`)).json()).toBe('late');
      expect(storedItems.get('clickledger.v1.first-report')).not.toContain('25');
    });
  });
});

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort('enough') };
}
