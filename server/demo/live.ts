import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { dayAt, daysIn } from '#contract/period.ts';
import type { Inbox } from '../pipeline/inbox.ts';
import type { Log } from '../platform/logger.ts';
import { costsOf } from './costs.ts';
import { existingShops, type Shop } from './create-shops.ts';
import type { DemoCost, DemoEvent } from './event.ts';
import { longestJourney } from './journey.ts';
import { sendEvents } from './send-events.ts';
import { type DemoState, remember } from './state.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const pause = 3_000;

type Live = { pool: pg.Pool; inbox: Inbox; log: Log; now: () => Date; signal: AbortSignal };

/**
 * Sends live traffic, starting with the time while the app was off: traffic of any moment follows from the seed alone.
 */
export async function goLive(state: DemoState, shops: readonly Shop[], live: Live): Promise<void> {
  const { pool, log, now, signal } = live;
  const streams = shops.map((shop) => ({ shop, stream: streamOf(state, shop) }));
  let after = state.liveUntil.getTime();
  for (;;) {
    const until = now().getTime();
    try {
      if (until > after) {
        for (const { shop, stream } of await existingShops(pool, streams)) {
          await sendEvents({ shop, events: await stream(after, until) }, live);
        }
        await remember(pool, { liveUntil: new Date(until) });
        after = until;
      }
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, 'the demo could not send its traffic');
    }
    await delay(pause, undefined, { signal, ref: false });
  }
}

/** The events of a shop between two moments; recent days are cached for the next call. */
function streamOf(state: DemoState, { project }: Shop) {
  const known = new Map<number, Traffic>();
  const indexAt = (time: number) =>
    daysIn({ start: state.firstDay, end: dayAt(new Date(time), project.timezone) }) - 1;

  return async (after: number, until: number): Promise<(DemoEvent | DemoCost)[]> => {
    const first = Math.max(0, indexAt(after - longestJourney) - 1);
    for (const index of known.keys()) if (index < first) known.delete(index);
    const last = indexAt(until);
    for (let index = first; index <= last; index += 1) {
      if (known.has(index)) continue;
      known.set(index, trafficOf(state, project, index));
      await setImmediate();
    }
    return [...known.values()].flatMap((day) => {
      day.events = day.events.filter(({ event_time }) => event_time > after);
      const due = day.events.filter(({ event_time }) => event_time <= until);
      return [...due, ...costsOf(day.spending, day, { after, until })];
    });
  };
}
