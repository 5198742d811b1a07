import type { Session } from 'chdb';

/** A chDB session. It runs one statement at a time; `tag` identifies that statement. */
export type Member = {
  session: Session;
  tag: string;
  parameters: Set<string>;
  /** A session with the same tag for the statements that may take longer; it is used instead of this one. */
  long?: Member;
};

export class QueueFull extends Error {}

type Options = {
  waiting: number;
  kill: (member: Member) => Promise<void>;
  /** A statement that exceeds its limits by far will never end. */
  overdue?: { after: number; act: () => void };
};

type Waiting = { begin(member: Member): void };

/**
 * Sessions that share a queue. A caller that leaves the queue costs nothing; one that leaves a running statement has it
 * killed, and the session takes the next only after it has ended.
 */
export function createSessionQueue(
  members: readonly Member[],
  { waiting: limit, kill, overdue }: Options,
) {
  const free = [...members];
  const waiting: Waiting[] = [];

  const release = (member: Member) => {
    const next = waiting.shift();
    if (next) next.begin(member);
    else free.push(member);
  };

  const enter = (signal: AbortSignal): Promise<Member> => {
    const member = free.shift();
    if (member) return Promise.resolve(member);
    if (waiting.length >= limit) return Promise.reject(new QueueFull());
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry: Waiting = {
        begin(granted) {
          signal.removeEventListener('abort', leave);
          resolve(granted);
        },
      };
      waiting.push(entry);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  return async function run<Result>(
    work: (member: Member) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const member = await enter(signal);
    let killing: Promise<void> = Promise.resolve();
    const stop = () => {
      killing = kill(member);
    };
    signal.addEventListener('abort', stop, { once: true });
    const alarm = overdue && setTimeout(overdue.act, overdue.after);
    try {
      return await work(member);
    } finally {
      clearTimeout(alarm);
      signal.removeEventListener('abort', stop);
      killing.catch(() => undefined).then(() => release(member));
    }
  };
}

export type SessionQueue = ReturnType<typeof createSessionQueue>;
