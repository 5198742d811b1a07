import { CookieJar, JSDOM } from 'jsdom';
import { builtAssign, builtPixel } from './built-pixel.ts';

export type Sent = {
  by: 'fetch' | 'beacon';
  url: string;
  body: { key: string; sent_at: number; consent?: string; events: Record<string, unknown>[] };
};
export type Answer =
  | { status: number; retryAfter?: string; frames?: string[] }
  | 'offline'
  | 'never';
/** The answer to a page that asks for its variant. */
export type Assigned = { status: number; body: unknown } | 'offline' | 'never';
type Call = readonly unknown[];

export type Visit = {
  referrer?: string;
  /** How the page was reached, in the words of Navigation Timing. */
  navigation?: 'navigate' | 'reload' | 'back_forward';
  /** Attributes of the script element. */
  script?: Record<string, string>;
  /** The actions of the page before the script has loaded. */
  before?: (window: Window & typeof globalThis) => void;
  /** Calls that wait for the script. */
  queued?: readonly Call[];
};

const origin = 'https://www.shop.test';

/** A browser with one shop's cookies and storage, its own clock, and a scripted collector. */
export function createBrowser() {
  const jar = new CookieJar();
  const disk = new JSDOM('', { url: origin, cookieJar: jar, runScripts: 'outside-only' }).window
    .localStorage;
  const clock = createClock();
  const sent: Sent[] = [];
  const browser = {
    clock,
    disk,
    sent,
    answer: { status: 204 } as Answer,
    /** The addresses of files that the script loaded, and those at which it asked for variants. */
    loaded: [] as string[],
    wanted: [] as URL[],
    secondFile: 'found' as 'found' | 'missing' | 'never',
    assigned: (_: URL): Assigned => ({ status: 404, body: {} }),
    events: () => sent.flatMap(({ body }) => body.events),
    named: (name: string) => browser.events().filter(({ event_name }) => event_name === name),
    open,
  };

  async function open(
    address: string,
    { referrer, navigation = 'navigate', script, before, queued }: Visit = {},
  ) {
    const { window } = new JSDOM('<!doctype html><title>Shop</title>', {
      url: new URL(address, origin).href,
      ...(referrer ? { referrer } : {}),
      cookieJar: jar,
      runScripts: 'outside-only',
    });
    const { document } = window;
    const set = (on: object, name: string, value: unknown) =>
      Object.defineProperty(on, name, { value, configurable: true, writable: true });
    set(window, 'localStorage', disk);
    set(window, 'setTimeout', clock.setTimeout);
    set(window, 'clearTimeout', clock.clearTimeout);
    set(window.Date, 'now', () => clock.now);
    let second: unknown;
    set(window, 'load', async (url: string) => {
      browser.loaded.push(new URL(url).href);
      if (browser.secondFile === 'never') await new Promise(() => undefined);
      if (browser.secondFile === 'missing') throw new TypeError('Failed to fetch');
      const code = builtAssign().toString();
      second ??= window.eval(
        `(() => {${code.replace(/export \{ (\w) as assign \}/, 'return { assign: $1 }')}})()`,
      );
      return second;
    });
    set(window, 'fetch', (url: string, { method, body, signal }: RequestInit) => {
      if (method !== 'POST') {
        browser.wanted.push(new URL(url));
        const found = browser.assigned(new URL(url));
        if (found === 'offline') return Promise.reject(new TypeError('Failed to fetch'));
        if (found === 'never') return new Promise(() => undefined);
        return Promise.resolve({ status: found.status, json: async () => found.body });
      }
      sent.push({ by: 'fetch', url, body: JSON.parse(String(body)) });
      const { answer } = browser;
      if (answer === 'offline') return Promise.reject(new TypeError('Failed to fetch'));
      if (answer === 'never')
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal)));
      const headers = new Headers(answer.retryAfter ? { 'retry-after': answer.retryAfter } : {});
      const { status, frames } = answer;
      return Promise.resolve({ status, headers, json: async () => ({ frames }) });
    });
    set(window.navigator, 'sendBeacon', (url: string, body: string) => {
      sent.push({ by: 'beacon', url, body: JSON.parse(body) });
      return true;
    });
    set(window.performance, 'getEntriesByType', () => [{ type: navigation }]);
    before?.(window);
    if (queued) window.mp = Object.assign(() => {}, { q: [...queued] });

    const load = (attributes: Record<string, string> = {}) => {
      const element = document.createElement('script');
      const all = { src: 'https://ledger.test/t/px.js', 'data-key': 'mp_test', ...attributes };
      for (const [name, value] of Object.entries(all)) if (value) element.setAttribute(name, value);
      document.head.append(element);
      set(document, 'currentScript', element);
      // Node's machine for scripts has no modules.
      window.eval(builtPixel().toString().replace('import(', 'load('));
      set(document, 'currentScript', null);
    };
    load(script);
    await clock.settle();
    const show = (state: 'hidden' | 'visible') => {
      set(document, 'visibilityState', state);
      document.dispatchEvent(new window.Event('visibilitychange'));
    };
    return {
      window,
      load,
      show,
      mp: (...call: Call) => window.mp?.(...call),
      pass: clock.pass,
      hide: () => {
        show('hidden');
        window.dispatchEvent(new window.Event('pagehide'));
      },
      /** Ends without an unload event, like a crash. */
      close: () => clock.drop(),
    };
  }

  return browser;
}

/** A fake clock and its timers. */
function createClock() {
  let timers: { id: number; at: number; run: () => void }[] = [];
  let lastId = 0;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clock = {
    now: Date.parse('2026-11-20T12:00:00Z'),
    setTimeout: (run: () => void, wait = 0) => {
      lastId += 1;
      timers.push({ id: lastId, at: clock.now + Math.max(wait || 0, 0), run });
      return lastId;
    },
    clearTimeout: (id: number) => {
      timers = timers.filter((timer) => timer.id !== id);
    },
    settle,
    drop: () => {
      timers = [];
    },
    async pass(time: number) {
      const until = clock.now + time;
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        clock.clearTimeout(next.id);
        clock.now = Math.max(clock.now, next.at);
        next.run();
        await settle();
      }
      clock.now = until;
    },
  };
  return clock;
}
