import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../platform/logger.ts';
import { openLimit } from './create-offers.ts';
import type { Shop } from './create-shops.ts';
import { offerPlans } from './offer-plans.ts';

const pause = 2_000;

type Open = { id: number; offerId: string; used: string | null };

/** Caps whose limit is still open, with what is used of them once the events sent so far are counted. */
const openCaps = `
select cap.id, offer.offer_id as "offerId", count.used::text as used
from offer_caps cap join offers offer on offer.id = cap.offer_id
left join offer_counts count on count.cap_id = cap.id
where offer.project_id = any($1) and cap.most = $2 and cap.removed_at is null
  and not exists (select from inbox where inbox.project_id = offer.project_id)`;

/**
 * Gives the caps of the demo their limits when the history has been counted: one is nearly used then, one is full. A
 * cap whose offer has no conversions in a short history stays open.
 */
export async function fillCaps(
  shops: readonly Shop[],
  { pool, log, signal }: { pool: pg.Pool; log: Log; signal: AbortSignal },
): Promise<void> {
  const ids = shops.map(({ id }) => id);
  for (;;) {
    try {
      const { rows } = await pool.query<Open>(openCaps, [ids, openLimit]);
      for (const { id, offerId, used } of rows) {
        const share = offerPlans.get(offerId)?.cap?.used;
        if (share === undefined || used === null || Number(used) === 0) continue;
        const most = Math.ceil(Number(used) / share);
        await pool.query('update offer_caps set most = $2, version = version + 1 where id = $1', [
          id,
          most,
        ]);
      }
      const { rows: left } = await pool.query<{ open: boolean }>(
        `select exists (
           select from offer_caps cap join offers offer on offer.id = cap.offer_id
           where offer.project_id = any($1) and cap.most = $2 and cap.removed_at is null
         ) as open`,
        [ids, openLimit],
      );
      if (left[0]?.open !== true) return;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, 'the caps of the demo could not be set yet');
    }
    await delay(pause, undefined, { signal, ref: false });
  }
}
