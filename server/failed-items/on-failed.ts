import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import type { Log } from '../platform/logger.ts';
import { isOutOfMemory, safeReasonOf } from '../warehouse/insert-errors.ts';
import { failureKind } from './failure-kind.ts';
import { createPatience } from './patience.ts';
import { type FailedTry, forgetTries, noteFailedTry } from './repository.ts';
import { leastWithoutMemory } from './spare-memory.ts';
import { isStoreAway } from './store-away.ts';

type Item = Omit<FailedTry, 'reason'>;

/**
 * Called with an item whose try failed; answers whether it is set aside now. An error that says nothing about the item
 * is thrown again. So is a lack of memory, unless the warehouse has memory for other work right afterwards.
 */
export type OnFailed = (failed: Item, error: unknown) => Promise<boolean>;

export function createOnFailed({
  pool,
  warehouse,
  log,
  now,
}: {
  pool: pg.Pool;
  warehouse: ClickHouseClient;
  log: Log;
  now: () => Date;
}): OnFailed {
  const patience = createPatience(now);
  return async (failed, error) => {
    const kind = failureKind(error);
    const isPassing = kind === 'passing';
    if (isPassing && !isOutOfMemory(error)) throw error;
    const least = isPassing ? await leastWithoutMemory(warehouse) : undefined;
    if (least === null) throw error;
    const { project, queue, item } = failed;
    const reason = safeReasonOf(error);
    const isLast = (tries: number) =>
      kind === 'lasting' || patience(`${project} ${queue} ${item}`, tries, least);
    const isAside = await noteFailedTry(pool, { ...failed, reason }, { now: now(), isLast });
    log.error({ ...failed, reason }, isAside ? 'an item is set aside' : 'an item failed');
    return isAside;
  };
}

type Tries = {
  pool: pg.Pool;
  signal?: AbortSignal | undefined;
  onFailed?: OnFailed | undefined;
};

/**
 * Tries the items of a queue one after the other, so that the failure of one does not stop the others; only an absent
 * store does. An error that says nothing about its item is thrown when all others were tried.
 */
export async function tryEach<Entry>(
  { pool, signal, onFailed }: Tries,
  entries: readonly Entry[],
  itemOf: (entry: Entry) => Item,
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  const passing: unknown[] = [];
  for (const entry of entries) {
    const item = itemOf(entry);
    try {
      await work(entry);
    } catch (error) {
      if (signal?.aborted || isStoreAway(error)) throw error;
      await (onFailed ?? refused)(item, error).catch((left) => passing.push(left));
      continue;
    }
    await forgetTries(pool, item);
  }
  if (passing.length > 0) throw passing[0];
}

const refused: OnFailed = (_, error) => Promise.reject(error);
