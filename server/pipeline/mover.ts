import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { OnLeftOut } from '../attribution/bisect.ts';
import type { Accepted } from '../database/payloads/inbox-item.ts';
import type { Log } from '../platform/logger.ts';
import { createPulse } from '../platform/wakeable-pause.ts';
import type { Warehouse } from '../warehouse/connect.ts';
import { isRefused, quietReasonOf } from '../warehouse/insert-errors.ts';
import { showDecisions } from './apply-decisions.ts';
import {
  assignBatch,
  type Batch,
  deleteBatch,
  divideBatch,
  isWaiting,
  lastWaiting,
  oldestWaiting,
  raiseVersions,
  unfinishedBatch,
} from './batches.ts';
import { type InsertStep, insertBatch } from './insert-batch.ts';
import { labelMemory } from './label-cache.ts';
import { withLateFacts } from './late-costs.ts';
import { becomeMover, inTurn } from './mover-lock.ts';
import { newestVersion } from './newest-version.ts';
import { refreshPending } from './refresh-requests.ts';
import { type ResolverStep, resolveBatch } from './resolve-batch.ts';

export type MoverStep = 'assigned' | InsertStep | ResolverStep | 'deleted';

export type Moved = { events: number; projects: number[] };

export type Mover = {
  /** Says that something new may be in the inbox. */
  wake(): void;
  /** Says that somebody decided about conversions or corrected them. */
  hear(): void;
  /** Resolves when everything that was in the inbox at the time of the call is in the warehouse. */
  flush(): Promise<void>;
  /** Up to when the warehouse knows everything that was acknowledged. */
  watermark(): Promise<Date>;
  /** Finishes the batch in hand; what it cannot finish in time the next mover finishes. */
  stop(): Promise<void>;
};

type Options = {
  pool: pg.Pool;
  warehouse: Pick<Warehouse, 'writer'>;
  log: Log;
  now: () => Date;
  onMoved?: (moved: Moved) => void;
  /** Told of each version of the conversions before its batch is forgotten: at least once, whatever breaks. */
  onResolved?: (version: string, projects: readonly number[]) => Promise<void>;
  /** Told when new names of campaigns, ad sets or ads are in the warehouse. */
  onNamed?: () => void;
  /** Told of what a batch brought, when it is in the warehouse and not forgotten yet: at least once. */
  onArrived?: (version: string, items: readonly Accepted[]) => Promise<void>;
  /** Called after each step of a batch; what it throws is taken for the failure of a store. */
  onStep?: (step: MoverStep) => void | Promise<void>;
};

const USUAL = 5_000;
const BACKLOG = 20_000;
/** Every batch makes new parts, which the warehouse has to merge: a few small ones a second are enough. */
const BREATH = 250;
/** Under load fewer, larger batches cost far less: moving leaves three quarters of the time to taking events. */
const LONGEST_BREATH = 500;
const POLL = 500;
const OTHER_MOVER = 1_000;
const REFRESH = 1_000;
const LONGEST_PAUSE = 10_000;
const PATIENCE = 5_000;
/** Whoever else waits for a turn gets one after this long, however much there is to move. */
const LONGEST_TURN = 3_000;

/** What came of an attempt: nothing waited, a few or many rows were moved, or a batch was cut in two. */
type Outcome = 'empty' | 'some' | 'many' | 'divided';

/** Brings what the inbox holds into the warehouse, each event once, until it is stopped. One works at a time. */
export function startMover(options: Options): Mover {
  const { pool, warehouse, log, now, onMoved, onResolved, onNamed, onArrived, onStep } = options;
  const stopping = new AbortController();
  const news = createPulse();
  const wishes = createPulse();
  const labels = labelMemory(onNamed);
  const step = async (name: MoverStep) => onStep?.(name);
  let hurrying = 0;
  let failures = 0;
  const onLeftOut: OnLeftOut = (left) =>
    log.error(left, 'a conversion cannot be brought into the figures and is left out');

  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await withClient(pool, work);
        await rest(OTHER_MOVER);
      } catch (error) {
        failures += 1;
        log.warn(
          { reason: quietReasonOf(error), failures },
          'moving events to the warehouse failed and is tried again',
        );
        await rest(pauseAfter(failures));
      }
    }
  })();

  async function work(client: pg.PoolClient): Promise<void> {
    if (!(await becomeMover(client))) return;
    await inTurn(client, async () => {
      await raiseVersions(client, await newestVersion(warehouse.writer));
    });
    const duty = new AbortController();
    const refreshing = refreshUntil(duty.signal);
    try {
      await moveAll(client);
    } finally {
      duty.abort();
      wishes.call();
      await refreshing;
    }
  }

  /** Whoever moves also shows what people decide and computes anew what commands ask for, in turns of its own. */
  async function refreshUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const stores = { pool, warehouse: warehouse.writer, now, signal, onLeftOut };
        await showDecisions({
          ...stores,
          onResolved: async (version, projects) => onResolved?.(version, projects),
        });
        await refreshPending(stores);
      } catch (error) {
        if (signal.aborted) return;
        log.warn(
          { reason: quietReasonOf(error) },
          'computing figures anew failed and is tried again',
        );
      }
      await wishes.pause(REFRESH);
    }
  }

  async function moveAll(client: pg.PoolClient): Promise<void> {
    let anyLeft = true;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const outcome = await inTurn(client, async () => {
        const left = anyLeft ? await unfinishedBatch(client) : null;
        if (left) return move(client, left, true);
        anyLeft = false;
        return moveOn(client);
      });
      failures = 0;
      if (outcome === 'divided') anyLeft = true;
      else if (outcome === 'empty') await news.pause(POLL);
      else if (outcome === 'some' && hurrying === 0) {
        const took = performance.now() - began;
        await rest(Math.max(BREATH - took, Math.min(3 * took, LONGEST_BREATH)));
      }
    }
  }

  /** Moves what waits; while the warehouse takes one large batch, the database already hands out the next. */
  async function moveOn(client: pg.PoolClient): Promise<Outcome> {
    const began = performance.now();
    let outcome: Outcome = 'empty';
    let batch = await assignBatch(client, USUAL);
    while (batch) {
      const isFull = batch.items.length >= USUAL;
      const goesOn = isFull && performance.now() - began < LONGEST_TURN;
      const next = goesOn ? assignBatch(client, BACKLOG) : null;
      next?.catch(() => undefined);
      outcome = await move(client, batch, false);
      if (outcome === 'divided') return outcome;
      batch = await next;
    }
    return outcome;
  }

  async function move(client: pg.PoolClient, assigned: Batch, repeated: boolean): Promise<Outcome> {
    await step('assigned');
    const batch = { ...assigned, items: await withLateFacts(pool, assigned.items) };
    const rows = batch.items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
    try {
      await insertBatch(warehouse.writer, batch, rows, labels, repeated, step);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const row = await divideBatch(client, batch);
      if (row)
        log.error({ reason: quietReasonOf(error), row }, 'the warehouse refuses an event for good');
      return 'divided';
    }
    const { version } = batch;
    await resolveBatch(
      { pool, warehouse: warehouse.writer, onLeftOut },
      { version, events: rows, repeated },
      step,
    );
    const projects = [...new Set(batch.items.map(projectOf))];
    await onResolved?.(version, projects);
    await onArrived?.(version, batch.items);
    await deleteBatch(client, batch.id);
    await step('deleted');
    const events = batch.items.length;
    onMoved?.({ events, projects });
    return events < USUAL ? 'some' : 'many';
  }

  /** A pause that ends early only with the mover itself. */
  async function rest(ms: number): Promise<void> {
    if (ms > 0) await delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  return {
    wake: () => news.call(),
    hear: () => wishes.call(),
    async flush() {
      const last = await lastWaiting(pool);
      if (last === null) return;
      hurrying += 1;
      try {
        while (await isWaiting(pool, last)) {
          stopping.signal.throwIfAborted();
          news.call();
          await rest(20);
        }
      } finally {
        hurrying -= 1;
      }
    },
    async watermark() {
      const present = now();
      return (await oldestWaiting(pool)) ?? present;
    },
    async stop() {
      stopping.abort();
      news.call();
      await Promise.race([ended, delay(PATIENCE, undefined, { ref: false })]);
    },
  };
}

/** A failed connection is thrown away: whatever it held must be free for the next. */
async function withClient(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    await work(client);
    await client.query('select pg_advisory_unlock_all()');
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.off('error', ignore);
  client.release();
}

function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE, 100 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}

function projectOf(item: Batch['items'][number]): number {
  return item.kind === 'event' ? item.event.project_id : item.cost.project_id;
}
