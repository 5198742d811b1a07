import type { Problem } from '#contract/problem.ts';

/** How long calls must fail before the server counts as down. */
const outageAfter = 3_000;

/** How many different paths must fail; a single one may fail for its own reason. */
const pathsMissed = 2;

/** The time limit of a readiness check. */
const pingTimeout = 10_000;

const noAnswer: Problem = { kind: 'offline', message: 'The server did not answer.' };

/** The result of a call: no response, a response, or the first response after an outage. */
type ServerSignal = 'missed' | 'answered' | 'returned';

/**
 * Detects from the results of all calls when the server is back after an outage.
 *
 * A call that was retried for that reason and fails again does not count towards another outage until it succeeds, so
 * that a broken call is not retried forever. A failed readiness check always counts.
 */
export function createReachability(fetch: typeof globalThis.fetch) {
  const listeners = new Set<(news: ServerSignal) => void>();
  const missed = new Set<string>();
  const retried = new Set<string>();
  let since = 0;

  function notify(news: ServerSignal) {
    for (const listener of [...listeners]) listener(news);
  }

  function noteMiss(path: string) {
    if (missed.size === 0) since = Date.now();
    missed.add(path);
  }

  function reportMissing(path: string) {
    notify('missed');
    noteMiss(path);
  }

  function noteAnswer(path: string) {
    const fresh = [...missed].filter((one) => !retried.has(one));
    const isBack = fresh.length >= pathsMissed && Date.now() - since >= outageAfter;
    if (isBack) for (const one of fresh) retried.add(one);
    missed.clear();
    retried.delete(path);
    if (isBack) notify('returned');
  }

  const watched: typeof fetch = async (input, init) => {
    const [path = ''] = (input instanceof Request ? input.url : String(input)).split('?');
    try {
      const response = await fetch(input, init);
      const isMissed = isFromProxy(response);
      notify(isMissed ? 'missed' : 'answered');
      if (isMissed) noteMiss(path);
      else noteAnswer(path);
      return response;
    } catch (thrown) {
      if (thrown instanceof TypeError) reportMissing(path);
      throw thrown;
    }
  };

  return {
    fetch: watched,
    /** Reports a failed download that is no call: the code of a screen. */
    reportMissing: reportMissing,
    /** Checks whether the server is ready; needs no session and rejects while it is not. */
    async ping(address: string, signal: AbortSignal): Promise<void> {
      try {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(pingTimeout)]);
        const response = await fetch(address, { cache: 'no-store', signal: patience });
        if (isFromProxy(response)) throw noAnswer;
      } catch (thrown) {
        if (!signal.aborted) {
          retried.clear();
          noteMiss(address);
        }
        throw thrown;
      }
      noteAnswer(address);
    },
    /** Calls back with the result of every call. Returns a function that stops it. */
    listen(listener: (news: ServerSignal) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Reachability = ReturnType<typeof createReachability>;

/** Proxies send these status codes for a server that is down. */
const isFromProxy = ({ status }: Response) => [502, 503, 504].includes(status);
