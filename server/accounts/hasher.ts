import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../platform/refusal.ts';

export type Hasher = {
  hash(password: string): Promise<string>;
  /** Without a stored hash it computes one all the same and answers false: nobody can time who has an account. */
  verify(stored: string | null, password: string): Promise<boolean>;
};

/** The library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Keyboards write one letter in several ways: an é, or an e with an accent behind it. */
const spelled = (password: string): string => password.normalize('NFKC');

/** Few hashes at once: each takes 19 MiB and a thread that the collector's commits need too. */
export function createHasher({ atOnce = 2, waiting = 50 } = {}): Hasher {
  const run = queue(atOnce, waiting);
  let nobody: Promise<string> | undefined;
  const dummy = () => {
    nobody ??= hash(randomBytes(32), cost);
    return nobody;
  };
  return {
    hash: (password) => run(() => hash(spelled(password), cost)),
    async verify(stored, password) {
      const standIn = await dummy();
      const matches = (text: string) => run(() => verify(stored ?? standIn, text));
      const isRight =
        (await matches(spelled(password))) ||
        // Hashes of before are of what was typed.
        (spelled(password) !== password && (await matches(password)));
      return stored !== null && isRight;
    },
  };
}

function queue(atOnce: number, waiting: number) {
  let running = 0;
  const line: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else {
      if (line.length >= waiting) throw unavailable('Too many people are signing in. Try again.');
      await new Promise<void>((resolve) => line.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
