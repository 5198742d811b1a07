/** How long nothing is answered before a silence is the server's and not one unlucky request's. */
const silence = 3_000;

/** Two things asked in vain: one alone may be what fails while everything else is answered. */
const few = 2;

/**
 * Knows from the answers of all calls when the server is there again after it was not: nothing reached it for a
 * while, and now something does.
 *
 * What is asked again for that reason and fails once more is no sign of another outage until it was answered, so
 * that what fails by itself is not asked for ever.
 */
export function createReach(fetch: typeof globalThis.fetch) {
  const listeners = new Set<() => void>();
  const missed = new Set<string>();
  const tried = new Set<string>();
  let since = 0;

  function miss(path: string) {
    if (tried.has(path)) return;
    if (missed.size === 0) since = Date.now();
    missed.add(path);
  }

  function reach(path: string) {
    const isBack = missed.size >= few && Date.now() - since >= silence;
    if (isBack) for (const one of missed) tried.add(one);
    missed.clear();
    tried.delete(path);
    if (isBack) for (const hear of [...listeners]) hear();
  }

  const watched: typeof fetch = async (input, init) => {
    const [path = ''] = (input instanceof Request ? input.url : String(input)).split('?');
    try {
      const response = await fetch(input, init);
      if (isOfProxy(response)) miss(path);
      else reach(path);
      return response;
    } catch (thrown) {
      if (thrown instanceof TypeError) miss(path);
      throw thrown;
    }
  };

  return {
    fetch: watched,
    /** Calls back whenever the server is there again, until told to stop. */
    onReturn(hear: () => void): () => void {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

export type Reach = ReturnType<typeof createReach>;

/** Said in the place of a server that is not there. */
const isOfProxy = ({ status }: Response) => [502, 503, 504].includes(status);
