import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { acceptEvents, type Delivery } from '../collect/accept-events.ts';
import { asHistory } from '../collect/history-events.ts';
import { withPins } from '../collect/with-pins.ts';
import { type Inbox, InboxUnavailable } from '../pipeline/inbox.ts';
import { company } from './company.ts';
import type { Shop } from './create-shops.ts';
import type { DemoCost, DemoEvent } from './event.ts';
import { asReported, isExposure, readPins } from './shown-variants.ts';

const HOUR = 3_600_000;
const mostAtOnce = 1_000;

export type Sending = { shop: Shop; events: readonly (DemoEvent | DemoCost)[] };

/**
 * Sends events as if each had arrived in the hour in which it happened, through the collector's own code.
 *
 * Stops when `signal` aborts; the next start sends the rest and repeats the last part without effect.
 */
export async function sendEvents(
  { shop, events }: Sending,
  {
    pool,
    inbox,
    now,
    signal,
  }: { pool: pg.Pool; inbox: Inbox; now: () => Date; signal: AbortSignal },
): Promise<void> {
  const { id, project } = shop;
  const pinsOf = await readPins(pool, id);
  const { timezone } = project;
  const target = { id, timezone, currency: company.currency, primaryEvent: 'purchase' };
  const sorted = events
    .filter((event) => !isExposure(event) || pinsOf(event) !== null)
    .sort((a, b) => a.event_time - b.event_time);
  const underWay = new Set<Promise<void>>();
  let parcels: Delivery[] = [];
  const send = async () => {
    const sent = keep(inbox, id, parcels, signal).finally(() => underWay.delete(sent));
    underWay.add(sent);
    parcels = [];
    if (underWay.size > 1) await Promise.race(underWay);
  };
  for (let from = 0; from < sorted.length; ) {
    const hour = Math.floor((sorted[from]?.event_time ?? 0) / HOUR);
    let to = from;
    while (to < sorted.length && Math.floor((sorted[to]?.event_time ?? 0) / HOUR) === hour) to += 1;
    const at = new Date(Math.min((hour + 1) * HOUR, now().getTime()));
    const arrival = { project: target, at, backfill: true, rateOf: () => null };
    const { deliveries, refusals } = acceptEvents(sorted.slice(from, to).map(asReported), arrival);
    const [refusal] = refusals;
    if (refusal)
      throw new Error(`The demo made an event that the collector refuses: ${refusal.message}`);
    for (const [place, delivery] of deliveries.entries()) {
      const event = sorted[from + place];
      const pins = event && isExposure(event) ? pinsOf(event) : null;
      parcels.push(asHistory(now())(pins ? withPins(delivery, pins) : delivery));
    }
    from = to;
    if (parcels.length >= mostAtOnce) await send();
    signal.throwIfAborted();
  }
  if (parcels.length > 0) await send();
  await Promise.all(underWay);
}

async function keep(
  inbox: Inbox,
  projectId: number,
  parcels: readonly Delivery[],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await inbox.keep(projectId, parcels, []);
      return;
    } catch (error) {
      if (!(error instanceof InboxUnavailable)) throw error;
      await delay(500, undefined, { signal });
    }
  }
}
