import { unavailable } from '../../platform/refusal.ts';

type Limits = {
  /** The number of the engine's sessions. */
  running: number;
  waitingEach: number;
};

const busy = 'You are asking for more figures than can be computed at once. Try again in a moment.';

/**
 * Schedules statements fairly between users: after each statement of a user every other waiting user is served once.
 */
export function createEngineSlots({ running: most, waitingEach }: Limits) {
  const queues = new Map<number, (() => void)[]>();
  let running = 0;

  const next = () => {
    const [first] = queues;
    if (!first || running >= most) return;
    const [user, queue] = first;
    const begin = queue.shift();
    queues.delete(user);
    if (queue.length > 0) queues.set(user, queue);
    running += 1;
    begin?.();
  };

  const leave = (user: number, begin: () => void) => {
    const rest = (queues.get(user) ?? []).filter((one) => one !== begin);
    if (rest.length > 0) queues.set(user, rest);
    else queues.delete(user);
  };

  /** A caller that leaves the queue is skipped. */
  return async function take<Result>(
    user: number,
    work: () => Promise<Result>,
    leaving?: AbortSignal,
  ): Promise<Result> {
    const queue = queues.get(user) ?? [];
    if (queue.length >= waitingEach) throw unavailable(busy);
    await new Promise<void>((resolve, reject) => {
      const left = () => {
        leave(user, begin);
        reject(leaving?.reason);
      };
      const begin = () => {
        leaving?.removeEventListener('abort', left);
        resolve();
      };
      leaving?.addEventListener('abort', left, { once: true });
      queue.push(begin);
      queues.set(user, queue);
      next();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  };
}
