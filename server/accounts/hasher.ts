import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../platform/refusal.ts';

export type Hasher = {
  hash(password: string): Promise<string>;
  /**
   * Computes a hash even without a stored one and answers false, so that timing does not reveal which addresses have an
   * account.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

/** The library's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Keyboards send the same letter in several encodings, such as é as one character or as e with a combining accent. */
const spelled = (password: string): string => password.normalize('NFKC');

/** Limits the hashes that run at once: each takes 19 MiB and a thread that the collector's commits need too. */
export function createHasher({ atOnce = 2, waiting = 50 } = {}): Hasher {
  const run = queue(atOnce, waiting);
  let decoy: Promise<string> | undefined;
  const dummy = () => {
    decoy ??= hash(randomBytes(32), cost);
    return decoy;
  };
  return {
    hash: (password) => run(() => hash(spelled(password), cost)),
    async verify(stored, password) {
      const standIn = await dummy();
      const matches = (text: string) => run(() => verify(stored ?? standIn, text));
      const isRight =
        (await matches(spelled(password))) ||
        // Older hashes were made of the password as it was typed.
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
