import type pg from 'pg';
import type { FailedQueue } from '#contract/failed-items/schemas.ts';
import { versionIn } from '../failed-items/item-names.ts';
import { SET_ASIDE } from './batches.ts';
import { requestRecompute } from './request-recompute.ts';

export type PipelineQueue = Exclude<FailedQueue, 'mails'>;
type Items = { project: number; items: readonly string[] };

/** Puts items back into their queue. What still waits in its queue needs no more than its removal from the list. */
const back: Record<PipelineQueue, (client: pg.PoolClient, given: Items) => Promise<unknown>> = {
  events: (client, { project, items }) =>
    client.query(
      'update inbox set batch_id = null where id = any($1) and project_id = $2 and batch_id = $3',
      [items, project, SET_ASIDE],
    ),
  conversions: (client, { project }) => requestRecompute(client, project),
  decisions: async () => undefined,
  recompute: async () => undefined,
  pixels: (client, { items }) =>
    client.query(
      'insert into pixel_news (version) select distinct unnest($1::bigint[]) on conflict do nothing',
      [items.map((item) => versionIn(item).version)],
    ),
};

export const putBack = (
  client: pg.PoolClient,
  { queue, ...given }: Items & { queue: PipelineQueue },
): Promise<unknown> => back[queue](client, given);
