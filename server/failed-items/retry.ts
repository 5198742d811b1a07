import type pg from 'pg';
import type { FailedQueue, Retried } from '#contract/failed-items/schemas.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { Refusal } from '../platform/refusal.ts';
import { idsSetAside, lockSetAside, type PutBack, type SetAside, takeBack } from './repository.ts';

export type RetryDependencies = {
  pool: pg.Pool;
  now: () => Date;
  putBack: Record<FailedQueue, PutBack>;
};

type Retry = {
  /** Puts items of one queue back in one transaction; answers how many. */
  retryItems(
    call: AuditedCall,
    find: (client: pg.PoolClient) => Promise<SetAside>,
  ): Promise<number>;
  /** Puts back all of a queue that is set aside. Items that are refused alone stay, and do not hold up the others. */
  retryQueue(call: AuditedCall, queue: Pick<SetAside, 'project' | 'queue'>): Promise<Retried>;
};

/** The queues whose items may be refused alone, so that each goes back in a transaction of its own. */
const singly: readonly FailedQueue[] = ['mails'];

/** Rights, limits, and changes since the item was set aside. */
const refusedAlone = new Set([402, 403, 404, 409, 429]);

export function createRetry({ pool, now, putBack }: RetryDependencies): Retry {
  const audited = withAudit(pool, now);

  const retryItems: Retry['retryItems'] = async (call, find) => {
    const { retried, finish } = await audited(call, async (client, recordAudit) => {
      const found = await find(client);
      const { project, queue, items } = found;
      if (items.length === 0) return { retried: 0, finish: () => undefined };
      const finish = await putBack[queue](client, found, call);
      await takeBack(client, found);
      const target = items.length === 1 ? `${queue} ${items[0]}` : `${queue} (${items.length})`;
      await recordAudit({ action: 'item.retried', project, target });
      return { retried: items.length, finish };
    });
    await finish();
    return retried;
  };

  return {
    retryItems,
    async retryQueue(call, { project, queue }) {
      const ids = await idsSetAside(pool, { project, queue });
      const retry = (some: readonly number[]) =>
        retryItems(call, (client) => lockSetAside(client, { project, queue }, some));
      if (!singly.includes(queue)) return { retried: await retry(ids), remaining: 0, reason: null };
      const result: Retried = { retried: 0, remaining: 0, reason: null };
      for (const id of ids) {
        try {
          result.retried += await retry([id]);
        } catch (error) {
          if (!(error instanceof Refusal && refusedAlone.has(error.status))) throw error;
          result.remaining += 1;
          result.reason ??= String(error.body.detail);
        }
      }
      return result;
    },
  };
}
