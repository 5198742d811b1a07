import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { createReloads } from '#services/app/reloads.ts';
import { watchClock } from '#services/kit/clock.ts';
import { readConfig } from '#services/kit/config.ts';
import { createScroll, watchLocation } from '#services/kit/location.ts';
import { watchNetwork, watchReconnect } from '#services/kit/network.ts';
import { createReachability } from '#services/kit/reachability.ts';
import { createTabs } from '#services/kit/tabs.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  it('ticks at the start and within 2 s of every quarter of an hour', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T20:14:05Z') });
    const { received, stop } = recordedEvents(watchClock(Date.now));
    vi.advanceTimersByTime(60 * 60_000);
    expect(received.map((event) => new Date(event.now).toISOString())).toEqual([
      '2026-11-20T20:14:05.000Z',
      '2026-11-20T20:15:01.000Z',
      '2026-11-20T20:30:01.000Z',
      '2026-11-20T20:45:01.000Z',
      '2026-11-20T21:00:01.000Z',
    ]);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('notices a midnight that passed while the device slept', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T20:14:05Z') });
    const { received, stop } = recordedEvents(watchClock(Date.now));
    vi.setSystemTime(Date.parse('2026-11-21T07:03:00Z'));
    vi.advanceTimersByTime(2_000);
    expect(received.at(-1)).toEqual({
      type: 'clock.tick',
      now: Date.parse('2026-11-21T07:03:02Z'),
    });
    stop();
  });
});

describe('the location', () => {
  it('is reported at the start and on every change, until its listener stops', () => {
    const { window, go } = fakeWindow('/dashboard?compare=none#table');
    const { received, stop } = recordedEvents(watchLocation(window));
    go('/offers');
    stop();
    go('/pixels');
    expect(received).toEqual([
      {
        type: 'location.changed',
        place: { path: '/dashboard', search: '?compare=none', hash: '#table' },
      },
      { type: 'location.changed', place: { path: '/offers', search: '', hash: '' } },
    ]);
  });
});

describe('scrolling', () => {
  it('goes to the top, or to the anchor of the address', () => {
    const { window, scrolled } = fakeWindow('/dashboard');
    const scroll = createScroll(window);
    scroll({ to: 'top' });
    scroll({ to: 'anchor', hash: '#table' });
    scroll({ to: 'anchor', hash: '#%E0%A4%A' });
    expect(scrolled).toEqual(['top', 'table', 'top']);
  });

  it('waits for an anchor that is drawn late, and not for ever', () => {
    vi.useFakeTimers();
    const { window, scrolled, draw, observerCount } = fakeWindow('/dashboard');
    const scroll = createScroll(window);
    scroll({ to: 'anchor', hash: '#late' });
    draw('another');
    expect(scrolled).toEqual(['top']);
    draw('late');
    expect(scrolled).toEqual(['top', 'late']);
    expect(observerCount()).toBe(0);
    scroll({ to: 'anchor', hash: '#never' });
    vi.advanceTimersByTime(10_000);
    expect(observerCount()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])(
    'stops after a %s of the person',
    (act) => {
      const { window, scrolled, draw, send } = fakeWindow('/dashboard');
      createScroll(window)({ to: 'anchor', hash: '#late' });
      send(new Event(act));
      draw('late');
      expect(scrolled).toEqual(['top']);
    },
  );

  it('drops an anchor when another scroll begins', () => {
    const { window, scrolled, draw } = fakeWindow('/dashboard');
    const scroll = createScroll(window);
    scroll({ to: 'anchor', hash: '#late' });
    scroll({ to: 'top' });
    draw('late');
    expect(scrolled).toEqual(['top', 'top']);
  });
});

describe('the network', () => {
  it('is reported when it is lost and when it is back', () => {
    const { window, send } = fakeWindow('/dashboard');
    const { received, stop } = recordedEvents(watchNetwork(window));
    const { received: returns } = recordedEvents(watchReconnect(window, createReachability(fetch)));
    send(new Event('offline'));
    send(new Event('online'));
    stop();
    send(new Event('offline'));
    expect(received.map(({ type }) => type)).toEqual(['network.lost', 'network.returned']);
    expect(returns.map(({ type }) => type)).toEqual(['network.returned']);
  });

  it('is reported missing at the start', () => {
    const { window } = fakeWindow('/dashboard');
    Object.assign(window.navigator, { onLine: false });
    expect(recordedEvents(watchNetwork(window)).received).toEqual([{ type: 'network.lost' }]);
  });
});

describe('tabs', () => {
  const tabsAt = (page: ReturnType<typeof fakeWindow>, channel: BroadcastChannel | null) =>
    createTabs({
      window: page.window,
      channel,
      storedToken: () => page.storedItems.get('token') ?? null,
    });

  it('receive messages of each other and not their own', async () => {
    const [one, two] = [new BroadcastChannel('test'), new BroadcastChannel('test')];
    const here = tabsAt(fakeWindow('/'), one);
    const there = tabsAt(fakeWindow('/'), two);
    const hearing = recordedEvents(here.listen);
    const hearingToo = recordedEvents(there.listen);
    here.announceSignOut();
    await expect.poll(() => hearingToo.received).toEqual([{ type: 'session.ended' }]);
    expect(hearing.received).toEqual([]);
    one.close();
    two.close();
  });

  it('notice a sign-in or sign-out in another tab, and no other change of the storage', () => {
    const page = fakeWindow('/');
    const { received, stop } = recordedEvents(tabsAt(page, null).listen);
    const stored = (key: string | null) => page.send(Object.assign(new Event('storage'), { key }));
    page.storedItems.set('token', 'clu_of_bo');
    stored('clickledger.v1.token');
    stored('clickledger.v1.filters');
    page.storedItems.clear();
    stored(null);
    stop();
    stored(null);
    expect(received).toEqual([
      { type: 'session.changed', token: 'clu_of_bo' },
      { type: 'session.changed', token: null },
    ]);
  });

  it('check the session when a page comes back from the back/forward cache', () => {
    const page = fakeWindow('/');
    const { received } = recordedEvents(tabsAt(page, null).listen);
    const shown = (persisted: boolean) =>
      page.send(Object.assign(new Event('pageshow'), { persisted }));
    shown(false);
    shown(true);
    expect(received).toEqual([{ type: 'session.changed', token: null }]);
  });

  it('work without broadcast channels', () => {
    const { received } = recordedEvents(tabsAt(fakeWindow('/'), null).listen);
    tabsAt(fakeWindow('/'), null).announceSignOut();
    expect(received).toEqual([]);
  });
});

describe('reloads', () => {
  const answering = (status: number) => async () => new Response(null, { status });
  const blocked = (page: ReturnType<typeof fakeWindow>) =>
    Object.defineProperty(page.window, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });

  /** The outcome of a requested reload: it fails, or the page ends. */
  async function reloadOutcome(
    page: ReturnType<typeof fakeWindow>,
    fetch: typeof globalThis.fetch,
  ) {
    const { reload } = createReloads(page.window, fetch);
    const actor = createActor(reload, { input: { paths: ['/dashboard'] } });
    actor.subscribe({ error: () => {} });
    actor.start();
    await expect
      .poll(() => actor.getSnapshot().status === 'error' || page.reloads() > 0)
      .toBe(true);
    actor.stop();
    return page.reloads();
  }
  const recalled = (page: ReturnType<typeof fakeWindow>) =>
    toPromise(createActor(createReloads(page.window, answering(200)).recall).start());

  it('are recorded for the next page of the tab', async () => {
    const page = fakeWindow('/dashboard');
    expect(await reloadOutcome(page, answering(200))).toBe(1);
    expect(await recalled(page)).toEqual(['/dashboard']);
    createReloads(page.window, answering(200)).forget();
    expect(await recalled(page)).toEqual([]);
  });

  it('are recorded without storage too', async () => {
    const page = fakeWindow('/dashboard');
    blocked(page);
    expect(await reloadOutcome(page, answering(200))).toBe(1);
    expect(await recalled(page)).toEqual(['/dashboard']);
    createReloads(page.window, answering(200)).forget();
    expect(page.window.name).toBe('');
  });

  it('do not happen where they cannot be recorded', async () => {
    const page = fakeWindow('/dashboard');
    blocked(page);
    page.window.name = 'checkout';
    expect(await reloadOutcome(page, answering(200))).toBe(0);
    expect(page.window.name).toBe('checkout');
  });

  it.each([
    ['there is no network', () => Promise.reject(new TypeError('fetch failed'))],
    ['the server is restarting', answering(503)],
  ])('do not happen while %s', async (_, fetch) => {
    const page = fakeWindow('/dashboard');
    expect(await reloadOutcome(page, fetch)).toBe(0);
    expect(await recalled(page)).toEqual([]);
  });

  it('survive a corrupt record', async () => {
    const page = fakeWindow('/dashboard');
    page.session.set('clickledger.reloaded', '{"__proto__":[]}');
    page.window.name = 'clickledger.reloaded[7';
    expect(await recalled(page)).toEqual([]);
  });

  it('start from a part of the app that fails to load', () => {
    const page = fakeWindow('/dashboard?range=yesterday');
    const { chunks } = createReloads(page.window, answering(200));
    const { received, stop } = recordedEvents(chunks);
    page.send(new Event('vite:preloadError'));
    stop();
    page.send(new Event('vite:preloadError'));
    expect(received).toEqual([{ type: 'chunk.failed', path: '/dashboard' }]);
  });
});

describe('the configuration', () => {
  const defaults = {
    api_base_url: '',
    cube_api_url: '/cubejs-api/v1',
    collect_url: '/t',
    stripe_public_key: null,
    billing: 'manual',
  };

  it.each([[undefined], ['nonsense'], [{ api_base_url: 7, cube_api_url: 'javascript:alert(1)' }]])(
    'falls back to its defaults for %j',
    (conf) => {
      expect(readConfig({ __CONF__: conf })).toEqual(defaults);
    },
  );

  it('takes usable values, field by field', () => {
    const conf = {
      api_base_url: 'https://api.acme.test',
      cube_api_url: null,
      sentry_dsn: null,
      stripe_public_key: 'pk_test_1',
      billing: 'off',
    };
    expect(readConfig({ __CONF__: conf })).toEqual({
      ...defaults,
      api_base_url: 'https://api.acme.test',
      stripe_public_key: 'pk_test_1',
      billing: 'off',
    });
  });
});
