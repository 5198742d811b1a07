import { setMaxListeners } from 'node:events';

/** The part of a browser window that the services use, without a browser. `storedItems` is its local storage. */
export function fakeWindow(address: string, storedItems = new Map<string, string>()) {
  const events = new EventTarget();
  // Without this, Node warns about more than ten listeners.
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
    private readonly listener: () => void;
    constructor(listener: () => void) {
      this.listener = listener;
    }
    observe() {
      observers.add(this.listener);
    }
    disconnect() {
      observers.delete(this.listener);
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
    localStorage: storeOver(storedItems),
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
    storedItems,
    session,
    /** The addresses outside the app that the page was sent to. */
    left,
    reloads: () => reloads,
    send: (event: Event) => events.dispatchEvent(event),
    /** Shows content that an address can name. */
    draw: (id: string) => {
      anchors.add(id);
      for (const listener of [...observers]) listener();
    },
    observerCount: () => observers.size,
  };
}

/** The browser's storage over a map that a test can read and corrupt. */
export const storeOver = (storedItems: Map<string, string>) => ({
  get length() {
    return storedItems.size;
  },
  key: (index: number) => [...storedItems.keys()][index] ?? null,
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
});
