/** Work that several callers wait for. */
type Shared<Result> = { answer: Promise<Result>; waiting: number; abandoned: AbortController };

/**
 * Simultaneous requests for the same work share one run. A caller that leaves is released at once; the work is aborted
 * when the last one has left. A caller without a signal cannot leave.
 */
export function createSharedWork<Result>() {
  const running = new Map<string, Shared<Result>>();

  return async function share(
    key: string,
    work: (abandoned: AbortSignal) => Promise<Result>,
    leaving?: AbortSignal,
  ): Promise<Result> {
    leaving?.throwIfAborted();
    const found = running.get(key);
    const shared = found ?? begin(work);
    const end = () => {
      if (running.get(key) === shared) running.delete(key);
    };
    if (!found) {
      running.set(key, shared);
      shared.answer.then(end, end);
    }
    shared.waiting += 1;
    if (!leaving) return shared.answer;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(leaving.reason);
        shared.waiting -= 1;
        if (shared.waiting > 0) return;
        end();
        shared.abandoned.abort(leaving.reason);
      };
      const stay = () => leaving.removeEventListener('abort', leave);
      leaving.addEventListener('abort', leave, { once: true });
      shared.answer.then(resolve, reject).finally(stay);
    });
  };
}

function begin<Result>(work: (abandoned: AbortSignal) => Promise<Result>): Shared<Result> {
  const abandoned = new AbortController();
  return { answer: work(abandoned.signal), waiting: 0, abandoned };
}
