import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { addDays, dayAt, daysIn } from '#contract/period.ts';
import type { Inbox } from '../pipeline/inbox.ts';
import type { Log } from '../platform/logger.ts';
import { costsOf } from './costs.ts';
import { type Shop, stillThere } from './create-shops.ts';
import { earnedBy, pay } from './payouts.ts';
import { deliver } from './send-events.ts';
import { type DemoState, remember } from './state.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const DAY = 86_400_000;
const stretch = 7;
const payAfter = 10 * DAY;

/** So much may wait for the mover: live events stand in the same queue. */
const mostWaiting = 40_000;

/** Days that are in, of those that will be, and how many events this start has sent. */
export type Progress = { done: number; total: number; events: number };

/** How far a history is that is complete from a day on. */
export function progressAt({ firstDay, startedAt }: DemoState, filledFrom: number): Progress {
  const total = daysIn({ start: firstDay, end: dayAt(startedAt, 'UTC') }) - 1;
  return { done: total - Math.min(filledFrom, total), total, events: 0 };
}

export type Filling = {
  pool: pg.Pool;
  inbox: Inbox;
  log: Log;
  now: () => Date;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
};

/**
 * Sends the history a week at a time, the newest first, and goes on where an earlier start was interrupted.
 * A week that could not be sent whole is sent again.
 */
export async function fillHistory(state: DemoState, shops: readonly Shop[], filling: Filling) {
  const { pool, log, signal, onProgress } = filling;
  let events = 0;
  let end = state.filledFrom;
  while (end > 0) {
    const start = Math.max(0, end - stretch);
    try {
      let sent = 0;
      const left = await stillThere(
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
  { pool, inbox, now, signal }: Filling,
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
  await deliver({ shop, events: [...tracked, ...costs] }, { inbox, now, signal });

  const lastMidnight = days.at(-1)?.nextMidnight ?? until;
  const paidAt = new Date(lastMidnight + payAfter);
  if (paidAt.getTime() < until) {
    const reference = `week of ${addDays(state.firstDay, start)}`;
    await pay(pool, shop, earnedBy(shop, tracked), { reference, paidAt });
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
