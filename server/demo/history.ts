import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { addDays, dayAt, daysIn } from '#contract/period.ts';
import type { Inbox } from '../pipeline/inbox.ts';
import type { Log } from '../platform/logger.ts';
import { costsOf } from './costs.ts';
import { existingShops, type Shop } from './create-shops.ts';
import { earningsOf, pay } from './payouts.ts';
import { sendEvents } from './send-events.ts';
import { type DemoState, remember } from './state.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const DAY = 86_400_000;
const stretch = 7;
const payAfter = 10 * DAY;

/** The most items in the inbox during the backfill, so that live events are not delayed. */
const mostWaiting = 40_000;

/** Sent and total days, and the events that this start has sent. */
export type Progress = { done: number; total: number; events: number };

/** The progress of a history that is complete from a day on. */
export function progressAt({ firstDay, startedAt }: DemoState, filledFrom: number): Progress {
  const total = daysIn({ start: firstDay, end: dayAt(startedAt, 'UTC') }) - 1;
  return { done: total - Math.min(filledFrom, total), total, events: 0 };
}

export type HistoryBackfill = {
  pool: pg.Pool;
  inbox: Inbox;
  log: Log;
  now: () => Date;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
};

/**
 * Sends the history a week at a time, newest first, and continues where an earlier start was interrupted. An incomplete
 * week is sent again.
 */
export async function backfillHistory(
  state: DemoState,
  shops: readonly Shop[],
  filling: HistoryBackfill,
) {
  const { pool, log, signal, onProgress } = filling;
  let events = 0;
  let end = state.filledFrom;
  while (end > 0) {
    const start = Math.max(0, end - stretch);
    try {
      let sent = 0;
      const left = await existingShops(
        pool,
        shops.map((shop) => ({ shop })),
      );
      for (const { shop } of left) sent += await fillWeek(state, shop, { start, end }, filling);
      await remember(pool, { filledFrom: start });
      events += sent;
      end = start;
      onProgress({ ...progressAt(state, start), events });
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, 'a week of the demo could not be sent');
      await delay(2_000, undefined, { signal });
    }
  }
}

async function fillWeek(
  state: DemoState,
  shop: Shop,
  { start, end }: { start: number; end: number },
  { pool, inbox, now, signal }: HistoryBackfill,
): Promise<number> {
  await room(pool, signal);
  const until = state.startedAt.getTime();
  const days: Traffic[] = [];
  for (let index = start; index < end; index += 1) {
    days.push(trafficOf(state, shop.project, index));
    await setImmediate();
  }
  const tracked = days.flatMap(({ events }) => events).filter((event) => event.event_time <= until);
  const costs = days.flatMap((day) => costsOf(day.spending, day, { after: 0, until }));
  await sendEvents({ shop, events: [...tracked, ...costs] }, { pool, inbox, now, signal });

  const lastMidnight = days.at(-1)?.nextMidnight ?? until;
  const paidAt = new Date(lastMidnight + payAfter);
  if (paidAt.getTime() < until) {
    const periodStart = addDays(state.firstDay, start);
    const periodEnd = addDays(state.firstDay, end - 1);
    const reference = `week of ${periodStart}`;
    const about = { reference, periodStart, periodEnd, paidAt };
    await pay(pool, shop, earningsOf(shop, tracked), about);
  }
  return tracked.length + costs.length;
}

async function room(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      'select count(*)::int as waiting from (select from inbox limit $1) as few',
      [mostWaiting + 1],
    );
    if ((rows[0]?.waiting ?? 0) <= mostWaiting) return;
    await delay(100, undefined, { signal });
  }
}
