import { setMaxListeners } from 'node:events';

/** The part of a browser window that the services use, without a browser. */
export function fakeWindow(address: string, held = new Map<string, string>()) {
  const events = new EventTarget();
  // Browsers have no such number: every data set is notified of the network.
  setMaxListeners(0, events);
  const session = new Map<string, string>();
  const scrolled: string[] = [];
  let url = new URL(address, 'http://clickledger.test');
  const go = (to: string) => {
    url = new URL(to, url);
    events.dispatchEvent(new Event('pushState'));
  };
  const left: string[] = [];
  const anchors = new Set(['table']);
  const observers = new Set<() => void>();
  let reloads = 0;
  class Observer {
    private readonly hear: () => void;
    constructor(hear: () => void) {
      this.hear = hear;
    }
    observe() {
      observers.add(this.hear);
    }
    disconnect() {
      observers.delete(this.hear);
    }
  }
  const window = {
    name: '',
    navigator: { onLine: true },
    get location() {
      return Object.assign(new URL(url), {
        reload: () => void reloads++,
        assign: (to: string) => void left.push(to),
      });
    },
    localStorage: storeOver(held),
    sessionStorage: storeOver(session),
    document: {
      defaultView: { MutationObserver: Observer },
      getElementById: (id: string) =>
        anchors.has(id) ? { scrollIntoView: () => void scrolled.push(id) } : null,
    },
    scrollTo: () => void scrolled.push('top'),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  } as unknown as Window;
  return {
    window,
    go,
    scrolled,
    path: () => url.pathname,
    search: () => url.search,
    held,
    session,
    /** The addresses outside the app that the page was sent to. */
    left,
    reloads: () => reloads,
    tell: (event: Event) => events.dispatchEvent(event),
    /** Shows content that an address can name. */
    draw: (id: string) => {
      anchors.add(id);
      for (const hear of [...observers]) hear();
    },
    waiting: () => observers.size,
  };
}

/** The browser's storage over a map that a test can read and corrupt. */
export const storeOver = (held: Map<string, string>) => ({
  get length() {
    return held.size;
  },
  key: (index: number) => [...held.keys()][index] ?? null,
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
});
