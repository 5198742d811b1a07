import { Refusal } from '../platform/refusal.ts';
import type { Attempts } from './attempts.ts';

/** Longer than any test: one that was lost with its process stops counting then. */
const longest = 2 * 60_000;

/** Runs the test of a person when they have no other one of this kind under way, in any process. */
export type OneTest = <Answer>(key: string, work: () => Promise<Answer>) => Promise<Answer>;

export function oneTestOf(attempts: Attempts, name: string): OneTest {
  const limit = { name, most: 1, windowMs: longest };
  return async (key, work) => {
    if ((await attempts.spend(limit, key)) > 0)
      throw new Refusal(429, { detail: 'You have a test under way. Wait until it ends.' }, 5);
    try {
      return await work();
    } finally {
      await attempts.forgive({ own: [limit, key] });
    }
  };
}
