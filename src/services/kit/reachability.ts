import type { Problem } from '#contract/problem.ts';

/** How long nothing is answered before a silence is the server's and not one unlucky request's. */
const silence = 3_000;

/** Two things asked in vain: one alone may be what fails while everything else is answered. */
const few = 2;

/** A server that takes longer to say that it is there is not. */
const longest = 10_000;

const silent: Problem = { kind: 'offline', message: 'The server did not answer.' };

/** What a call has shown: nobody answered it, somebody did, or somebody did again after nobody had for a while. */
type News = 'missed' | 'answered' | 'returned';

/**
 * Knows from the answers of all calls when the server is there again after it was not: nothing reached it for a
 * while, and now something does.
 *
 * What is asked again for that reason and fails once more is no sign of another outage until it was answered, so
 * that what fails by itself is not asked for ever. Only a server that does not even say that it is there is in one.
 */
export function createReachability(fetch: typeof globalThis.fetch) {
  const listeners = new Set<(news: News) => void>();
  const missed = new Set<string>();
  const tried = new Set<string>();
  let since = 0;

  function tell(news: News) {
    for (const hear of [...listeners]) hear(news);
  }

  function miss(path: string) {
    if (missed.size === 0) since = Date.now();
    missed.add(path);
  }

  function lack(path: string) {
    tell('missed');
    miss(path);
  }

  function reach(path: string) {
    const fresh = [...missed].filter((one) => !tried.has(one));
    const isBack = fresh.length >= few && Date.now() - since >= silence;
    if (isBack) for (const one of fresh) tried.add(one);
    missed.clear();
    tried.delete(path);
    if (isBack) tell('returned');
  }

  const watched: typeof fetch = async (input, init) => {
    const [path = ''] = (input instanceof Request ? input.url : String(input)).split('?');
    try {
      const response = await fetch(input, init);
      const isMissed = isOfProxy(response);
      tell(isMissed ? 'missed' : 'answered');
      if (isMissed) miss(path);
      else reach(path);
      return response;
    } catch (thrown) {
      if (thrown instanceof TypeError) lack(path);
      throw thrown;
    }
  };

  return {
    fetch: watched,
    /** Something that no call asks for did not come: the code of a screen. */
    lack,
    /** Asks whether the server is there, which needs nobody to be signed in; rejects while it is not. */
    async ask(address: string, signal: AbortSignal): Promise<void> {
      try {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(longest)]);
        const response = await fetch(address, { cache: 'no-store', signal: patience });
        if (isOfProxy(response)) throw silent;
      } catch (thrown) {
        if (!signal.aborted) {
          tried.clear();
          miss(address);
        }
        throw thrown;
      }
      reach(address);
    },
    /** Calls back with what every call has shown, until told to stop. */
    listen(hear: (news: News) => void): () => void {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

export type Reachability = ReturnType<typeof createReachability>;

/** Said in the place of a server that is not there. */
const isOfProxy = ({ status }: Response) => [502, 503, 504].includes(status);
