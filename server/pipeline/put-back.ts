import type pg from 'pg';
import type { FailedQueue } from '#contract/failed-items/schemas.ts';
import { versionIn } from '../failed-items/item-names.ts';
import type { PutBack, SetAside } from '../failed-items/repository.ts';
import { SET_ASIDE } from './batches.ts';
import { requestRecompute } from './request-recompute.ts';

type PipelineQueue = Exclude<FailedQueue, 'mails' | 'jobs'>;

/**
 * Puts items back into the queues of the pipeline, and then calls `onBack`. What still waits in its queue needs no more
 * than its removal from the list.
 */
export function pipelineQueues(onBack: () => void): Record<PipelineQueue, PutBack> {
  const after =
    (work: (client: pg.PoolClient, given: SetAside) => Promise<unknown>): PutBack =>
    async (client, given) => {
      await work(client, given);
      return onBack;
    };
  return {
    events: after((client, { project, items }) =>
      client.query(
        'update inbox set batch_id = null where id = any($1) and project_id = $2 and batch_id = $3',
        [items, project, SET_ASIDE],
      ),
    ),
    conversions: after((client, { project }) => requestRecompute(client, project)),
    decisions: after(async () => undefined),
    recompute: after(async () => undefined),
    pixels: after((client, { items }) =>
      client.query(
        'insert into pixel_news (version) select distinct unnest($1::bigint[]) on conflict do nothing',
        [items.map((item) => versionIn(item).version)],
      ),
    ),
  };
}
