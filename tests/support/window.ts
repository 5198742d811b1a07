/** As much of a browser window as the services use, without a browser. */
export function fakeWindow(address: string) {
  const events = new EventTarget();
  const held = new Map<string, string>();
  const scrolled: string[] = [];
  let url = new URL(address, 'http://clickledger.test');
  const go = (to: string) => {
    url = new URL(to, url);
    events.dispatchEvent(new Event('pushState'));
  };
  const window = {
    get location() {
      return url;
    },
    localStorage: {
      get length() {
        return held.size;
      },
      key: (index: number) => [...held.keys()][index] ?? null,
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    },
    document: {
      getElementById: (id: string) =>
        id === 'table' ? { scrollIntoView: () => void scrolled.push(id) } : null,
    },
    scrollTo: () => void scrolled.push('top'),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  } as unknown as Window;
  return { window, go, scrolled, path: () => url.pathname, search: () => url.search, held };
}
