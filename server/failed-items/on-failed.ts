import type pg from 'pg';
import type { Log } from '../platform/logger.ts';
import { safeReasonOf } from '../warehouse/insert-errors.ts';
import { failureKind } from './failure-kind.ts';
import { type FailedTry, forgetTries, noteFailedTry } from './repository.ts';

/**
 * Called with an item whose try failed; answers whether it is set aside now. An error that says nothing about the item
 * is thrown again.
 */
export type OnFailed = (failed: Omit<FailedTry, 'reason'>, error: unknown) => Promise<boolean>;

/** An error that may have another cause gets a few more tries. */
const MOST = 5;

export const createOnFailed =
  ({ pool, log, now }: { pool: pg.Pool; log: Log; now: () => Date }): OnFailed =>
  async (failed, error) => {
    const kind = failureKind(error);
    if (kind === 'passing') throw error;
    const reason = safeReasonOf(error);
    const most = kind === 'lasting' ? 1 : MOST;
    const isAside = await noteFailedTry(pool, { ...failed, reason }, { now: now(), most });
    log.error({ ...failed, reason }, isAside ? 'an item is set aside' : 'an item failed');
    return isAside;
  };

/** Tries an item of a queue, so that its failure does not stop the others. */
export async function trying(
  {
    pool,
    signal,
    onFailed,
  }: { pool: pg.Pool; signal?: AbortSignal | undefined; onFailed?: OnFailed | undefined },
  item: Omit<FailedTry, 'reason'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal?.aborted || !onFailed) throw error;
    await onFailed(item, error);
    return;
  }
  await forgetTries(pool, item);
}
