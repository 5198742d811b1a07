import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { acquireMoverLock } from '../database/mover-lock.ts';
import type { InboxItem } from '../database/payloads/inbox-item.ts';
import { failureKind } from '../failed-items/failure-kind.ts';
import { batchItem } from '../failed-items/item-names.ts';
import { createOnFailed } from '../failed-items/on-failed.ts';
import { forgetTriesEverywhere, noteFailedTry } from '../failed-items/repository.ts';
import { collectSkipped } from '../failed-items/skipped-conversions.ts';
import { leastWithoutMemory } from '../failed-items/spare-memory.ts';
import type { Log } from '../platform/logger.ts';
import { createWakeablePause } from '../platform/wakeable-pause.ts';
import type { Warehouse } from '../warehouse/connect.ts';
import { isOutOfMemory, safeReasonOf } from '../warehouse/insert-errors.ts';
import { lagsBehind } from '../warehouse/replica-lag.ts';
import type { EventRow } from '../warehouse/rows.ts';
import { applyDecisions } from './apply-decisions.ts';
import { createBatchPatience } from './batch-patience.ts';
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
import { missingRows } from './missing-rows.ts';
import { newestVersion } from './newest-version.ts';
import { processRecomputeRequests } from './recompute-requests.ts';
import { type ResolverStep, resolveBatch } from './resolve-batch.ts';
import { withLateFacts } from './revalue-costs.ts';
import { createStoredLabels } from './stored-labels.ts';
import { withVersionLock } from './version-lock.ts';

export type MoverStep = 'assigned' | InsertStep | ResolverStep | 'deleted';

export type Mover = {
  /** Notifies of new rows in the inbox. */
  wake(): void;
  /** Notifies of decisions and corrections. */
  notifyDecision(): void;
  /** Resolves when every row that was in the inbox at the call is in the warehouse. */
  flush(): Promise<void>;
  /** The moment up to which every acknowledged event is in the warehouse. */
  watermark(): Promise<Date>;
  /** Finishes the batch under way; if it takes too long, the next mover finishes it. */
  stop(): Promise<void>;
};

type Options = {
  pool: pg.Pool;
  warehouse: Pick<Warehouse, 'writer'>;
  log: Log;
  now: () => Date;
  /** Called after figures of these projects changed, and before those who wait for the change are told. */
  onChanged?: (projects: readonly number[]) => void;
  /** Called with each version of the conversions before its batch is deleted: at least once, also after a crash. */
  onResolved?: (version: string, projects: readonly number[]) => Promise<void>;
  /** Called after new names of campaigns, ad sets or ads are stored. */
  onNamed?: () => void;
  /** Called with the items of a batch after they are stored and before the batch is deleted: at least once. */
  onArrived?: (version: string, items: readonly InboxItem[]) => Promise<void>;
  /** Called after each step of a batch; an error of it counts as a failure of a store. */
  onStep?: (step: MoverStep) => void | Promise<void>;
};

const USUAL = 5_000;
const BACKLOG = 20_000;
/** Every batch creates parts that the warehouse must merge, so small batches are limited to a few a second. */
const BREATH = 250;
/** Under load fewer, larger batches are much cheaper, which leaves three quarters of the time to the collector. */
const LONGEST_BREATH = 500;
const POLL = 500;
const OTHER_MOVER = 1_000;
const REFRESH = 1_000;
const LONGEST_PAUSE = 10_000;
const PATIENCE = 5_000;
/** After this time the mover releases the version lock to other work, however full the inbox is. */
const LONGEST_TURN = 3_000;

/** The result of an attempt: no rows, few or many moved rows, or a split batch. */
type Outcome = 'empty' | 'some' | 'many' | 'divided';

/** Moves the inbox into the warehouse, each event once, until it is stopped. Only one mover works at a time. */
export function startMover(options: Options): Mover {
  const { pool, warehouse, log, now, onChanged, onResolved, onNamed, onArrived, onStep } = options;
  const stopping = new AbortController();
  const wakeable = createWakeablePause();
  const wishes = createWakeablePause();
  const labels = createStoredLabels(onNamed);
  const step = async (name: MoverStep) => onStep?.(name);
  let hurrying = 0;
  let failures = 0;
  const onFailed = createOnFailed({ pool, warehouse: warehouse.writer, log, now });
  const skippedInRefresh = collectSkipped({ pool, log, now });
  const skippedInBatch = collectSkipped({ pool, log, now });
  const patience = createBatchPatience(now);

  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await withClient(pool, work);
        await rest(OTHER_MOVER);
      } catch (error) {
        failures += 1;
        log.warn(
          { reason: safeReasonOf(error), failures },
          'moving events to the warehouse failed and is retried',
        );
        await rest(pauseAfter(failures));
      }
    }
  })();

  async function work(client: pg.PoolClient): Promise<void> {
    if (!(await acquireMoverLock(client))) return;
    await withVersionLock(client, async () => {
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

  /** The mover also applies decisions and recomputes requested figures, between its batches. */
  async function refreshUntil(signal: AbortSignal): Promise<void> {
    let troubles = 0;
    while (!signal.aborted) {
      try {
        await refresh(signal);
        troubles = 0;
      } catch (error) {
        if (signal.aborted) return;
        troubles += 1;
        log.warn({ reason: safeReasonOf(error) }, 'recomputing figures failed and is retried');
      }
      await wishes.pause(Math.min(LONGEST_PAUSE, REFRESH * 2 ** troubles));
    }
  }

  async function refresh(signal: AbortSignal): Promise<void> {
    const { onSkipped, store } = skippedInRefresh;
    const stores = {
      pool,
      warehouse: warehouse.writer,
      now,
      signal,
      onSkipped,
      onFailed,
      onTurn: (project: number) => onChanged?.([project]),
      onResolved: async (version: string, projects: readonly number[]) => {
        onChanged?.(projects);
        await onResolved?.(version, projects);
      },
    };
    try {
      await applyDecisions(stores);
    } finally {
      try {
        await processRecomputeRequests(stores);
      } finally {
        await store();
      }
    }
  }

  async function moveAll(client: pg.PoolClient): Promise<void> {
    let anyLeft = true;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const outcome = await withVersionLock(client, async () => {
        const left = anyLeft ? await unfinishedBatch(client) : null;
        if (left) return move(client, left, true);
        anyLeft = false;
        patience.calm();
        return moveOn(client);
      });
      failures = 0;
      if (outcome === 'divided') anyLeft = true;
      else if (outcome === 'empty') await wakeable.pause(POLL);
      else if (outcome === 'some' && hurrying === 0) {
        const took = performance.now() - began;
        await rest(Math.max(BREATH - took, Math.min(3 * took, LONGEST_BREATH)));
      }
    }
  }

  /** Moves waiting rows; while the warehouse stores one large batch, the database already assigns the next. */
  async function moveOn(client: pg.PoolClient): Promise<Outcome> {
    const began = performance.now();
    let outcome: Outcome = 'empty';
    let batch = await assignBatch(client, USUAL);
    while (batch) {
      const isFull = batch.items.length >= USUAL;
      const continues = isFull && performance.now() - began < LONGEST_TURN;
      const next = continues ? assignBatch(client, BACKLOG) : null;
      next?.catch(() => undefined);
      outcome = await move(client, batch, false);
      if (outcome === 'divided') return outcome;
      batch = await next;
    }
    return outcome;
  }

  async function move(client: pg.PoolClient, assigned: Batch, repeated: boolean): Promise<Outcome> {
    await step('assigned');
    let batch = assigned;
    let rows = eventsOf(assigned);
    try {
      batch = { ...assigned, items: await withLateFacts(pool, assigned.items) };
      rows = eventsOf(batch);
      await insertBatch(warehouse.writer, batch, rows, labels, repeated, step);
    } catch (error) {
      const stored = await storedOfDivided(batch, rows, error);
      if (stored === null) throw error;
      await divide(client, batch, stored, safeReasonOf(error));
      return 'divided';
    }
    const { version } = batch;
    const projects = [...new Set(batch.items.map(projectOf))];
    const { onSkipped, store } = skippedInBatch;
    let isCounted = false;
    const onProjectFailed = async (project: number, error: unknown) => {
      const isAside = await leaveUnresolvedIn(project, version, error);
      isCounted = !isAside;
      return isAside;
    };
    try {
      const { writer } = warehouse;
      await resolveBatch(
        { pool, warehouse: writer, onSkipped, onProjectFailed },
        { version, events: rows, repeated },
        step,
      );
    } catch (error) {
      if (isCounted) throw error;
      await leaveUnresolved(version, projects, error);
    } finally {
      await store();
    }
    if (repeated) {
      await forgetTriesEverywhere(pool, { queue: 'conversions', item: batchItem(version) });
    }
    await onResolved?.(version, projects);
    await onArrived?.(version, batch.items);
    onChanged?.(projects);
    await deleteBatch(client, batch);
    await step('deleted');
    return batch.items.length < USUAL ? 'some' : 'many';
  }

  /**
   * The stored events of a batch that is divided; null if the batch is tried again as it is. A batch that fails again
   * and again is divided, unless all of its events are stored. So is one that needs too much memory, because its parts
   * need less. A single row is set aside only if the warehouse has memory for other work.
   */
  async function storedOfDivided(
    batch: Batch,
    events: readonly EventRow[],
    error: unknown,
  ): Promise<ReadonlySet<EventRow> | null> {
    const kind = failureKind(error);
    const lacksMemory = isOutOfMemory(error);
    if (!lacksMemory && kind !== 'uncertain') return kind === 'lasting' ? new Set() : null;
    if (kind !== 'lasting' && !(await isGivenUp(batch, lacksMemory))) return null;
    // Events that a replica has not fetched yet would seem to be missing, and count twice under a new token.
    if (await lagsBehind(warehouse.writer)) return null;
    const missing = new Set(await missingRows(warehouse.writer, 'events', events));
    if (missing.size === 0 && events.length > 0) return null;
    return new Set(events.filter((event) => !missing.has(event)));
  }

  async function isGivenUp({ id, items }: Batch, lacksMemory: boolean): Promise<boolean> {
    if (!lacksMemory || items.length > 1) return patience.isOver(id);
    const least = await leastWithoutMemory(warehouse.writer);
    return least !== null && patience.isOver(id, least);
  }

  /** Of a batch that fails for good the half that fails is found, down to the one row that is set aside. */
  async function divide(
    client: pg.PoolClient,
    batch: Batch,
    stored: ReadonlySet<EventRow>,
    reason: string,
  ): Promise<void> {
    const row = await divideBatch(client, batch, stored);
    if (!row) return;
    const { id: item, project } = row;
    log.error({ reason, row: item }, 'an event cannot be stored and is set aside');
    await noteFailedTry(pool, { queue: 'events', project, item, reason }, { now: now() });
  }

  /**
   * The events are stored; of a batch that fails again and again the conversions are left out, so that others go on.
   */
  async function leaveUnresolved(
    version: string,
    projects: readonly number[],
    error: unknown,
  ): Promise<void> {
    let isAside = projects.length > 0;
    for (const project of projects) {
      isAside = (await leaveUnresolvedIn(project, version, error)) && isAside;
    }
    if (!isAside) throw error;
  }

  const leaveUnresolvedIn = (project: number, version: string, error: unknown) =>
    onFailed({ queue: 'conversions', project, item: batchItem(version) }, error);

  /** A pause that only stopping ends early. */
  async function rest(ms: number): Promise<void> {
    if (ms > 0) await delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  return {
    wake: () => wakeable.call(),
    notifyDecision: () => wishes.call(),
    async flush() {
      const last = await lastWaiting(pool);
      if (last === null) return;
      hurrying += 1;
      try {
        while (await isWaiting(pool, last)) {
          stopping.signal.throwIfAborted();
          wakeable.call();
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
      wakeable.call();
      await Promise.race([ended, delay(PATIENCE, undefined, { ref: false })]);
    },
  };
}

/** A failed connection is destroyed, so that its locks are released. */
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

const eventsOf = ({ items }: Batch): EventRow[] =>
  items.flatMap((item) => (item.kind === 'event' ? [item.event] : []));

function projectOf(item: Batch['items'][number]): number {
  return item.kind === 'event' ? item.event.project_id : item.cost.project_id;
}
