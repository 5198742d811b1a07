import type pg from 'pg';
import type { FailedQueue } from '#contract/failed-items/schemas.ts';
import { SET_ASIDE } from './batches.ts';
import { requestRecompute } from './request-recompute.ts';

type Item = { project: number; item: string };

/** Puts an item back into its queue. What still waits in its queue needs no more than its removal from the list. */
const back: Record<FailedQueue, (client: pg.PoolClient, item: Item) => Promise<unknown>> = {
  events: (client, { project, item }) =>
    client.query(
      'update inbox set batch_id = null where id = $1 and project_id = $2 and batch_id = $3',
      [item, project, SET_ASIDE],
    ),
  conversions: (client, { project }) => requestRecompute(client, project),
  decisions: async () => undefined,
  recompute: async () => undefined,
  pixels: (client, { item }) =>
    client.query('insert into pixel_news (version) values ($1) on conflict do nothing', [
      item.split(' ')[0],
    ]),
};

export const putBack = (
  client: pg.PoolClient,
  { queue, ...item }: Item & { queue: FailedQueue },
): Promise<unknown> => back[queue](client, item);
