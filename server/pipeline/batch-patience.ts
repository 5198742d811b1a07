import { isPatienceOver } from '../failed-items/patience.ts';

/**
 * Counts the tries of the oldest batch, which fails in a way that may have another cause. The parts of a divided batch
 * share the time of its first failure, so that the row that fails is found soon.
 */
export function createBatchPatience(now: () => Date) {
  let failing = { batch: '', tries: 0 };
  let since: number | null = null;
  return {
    /** Called with a batch that failed; answers whether it is given up. */
    isOver(batch: string, least?: number): boolean {
      const time = now().getTime();
      since ??= time;
      failing = { batch, tries: failing.batch === batch ? failing.tries + 1 : 1 };
      return isPatienceOver(failing.tries, since, time, least);
    },
    /** Called when no part of a batch that failed is left. */
    calm(): void {
      since = null;
    },
  };
}
