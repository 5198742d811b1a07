import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { Decimal } from 'decimal.js';
import type pg from 'pg';
import { type Lookup, lookupBySystem } from '../egress/resolve-host.ts';
import { failureKind } from '../failed-items/failure-kind.ts';
import { createPatience } from '../failed-items/patience.ts';
import type { Log } from '../platform/logger.ts';
import { createWakeablePause } from '../platform/wakeable-pause.ts';
import { isPermanent, safeReasonOf } from '../warehouse/insert-errors.ts';
import {
  type ClaimedDelivery,
  claimDue,
  forgetRequests,
  isFollowing,
  type Result,
  recordAttempt,
  stopWhenFailing,
} from './deliveries.ts';
import { attempt, endingOf } from './delivery-attempt.ts';
import { enqueueVersion, leaveOutVersion, planNext } from './delivery-plan.ts';
import { matchKeysOf } from './match-keys.ts';
import { type Destinations, destinations as platforms } from './payload/destinations.ts';
import type { Vault } from './vault.ts';

export type Dispatcher = {
  /** Queues a recorded version of conversions; stored before it resolves. */
  enqueueVersion(version: string, projects: readonly number[]): Promise<void>;
  /** Resolves when everything is planned and everything due was tried. */
  flush(): Promise<void>;
  /** Waits for attempts under way; later ones are left to the next dispatcher. */
  stop(): Promise<void>;
};

type Options = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  vault: Vault;
  log: Log;
  now: () => Date;
  allowHosts: readonly string[];
  lookup?: Lookup;
  destinations?: Destinations;
  timeoutMs?: number;
  chance?: () => number;
  /** Called between an attempt and the storing of its result; an error of it leaves no result. */
  onSent?: (claimed: ClaimedDelivery) => void | Promise<void>;
};

const POLL = 1_000;
const PATIENCE = 6_000;
const TIMEOUT = 5_000;
const MOST = 32;
const EACH_HOST = 4;
/** Requests per pixel and second. */
const EACH_PIXEL = 50;
const HOUR = 3_600_000;

/** Sends conversions to the receivers of event pixels until it is stopped. Any number of processes may run it. */
export function startDispatcher(options: Options): Dispatcher {
  const { pool, reader, vault, log, now, allowHosts } = options;
  const { destinations = platforms, chance = Math.random, onSent } = options;
  const limits = {
    lookup: options.lookup ?? lookupBySystem,
    allowHosts,
    timeoutMs: options.timeoutMs ?? TIMEOUT,
  };
  const stopping = new AbortController();
  const wakeable = createWakeablePause();
  const underWay = new Map<Promise<void>, string>();
  let isWorking = false;
  const patience = createPatience(now);
  let failing = { version: '', tries: 0 };
  let forgotAt = 0;

  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        isWorking = true;
        const anyMore = await work();
        isWorking = false;
        if (!anyMore) await wakeable.pause(POLL);
      } catch (error) {
        isWorking = false;
        log.warn({ reason: error }, 'firing pixels failed and is retried');
        await delay(POLL, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    await Promise.all(underWay.keys());
  })();

  async function forget(): Promise<void> {
    const at = now();
    if (at.getTime() - forgotAt < HOUR) return;
    forgotAt = at.getTime();
    await forgetRequests(pool, at);
  }

  /** Answers whether there was work. */
  async function work(): Promise<boolean> {
    await forget();
    const planned = await plan();
    const claimed = await claimDue(pool, {
      now: now(),
      busy: busyHosts(),
      full: EACH_PIXEL - EACH_HOST,
      each: EACH_HOST,
      most: MOST - underWay.size,
    });
    for (const one of claimed) {
      const firing: Promise<void> = fire(one).finally(() => {
        underWay.delete(firing);
        wakeable.call();
      });
      underWay.set(firing, one.host);
    }
    return planned || claimed.length > 0;
  }

  /** A version that fails again and again, and not because a store is away, is left out so that later ones go on. */
  async function plan(): Promise<boolean> {
    let version = '';
    const onBegun = (begun: string) => {
      version = begun;
    };
    try {
      return await planNext({ pool, reader }, { destinations, now: now(), onBegun });
    } catch (error) {
      const kind = failureKind(error);
      if (kind === 'passing' || version === '') throw error;
      failing = { version, tries: failing.version === version ? failing.tries + 1 : 1 };
      if (kind === 'uncertain' && !patience(version, failing.tries)) throw error;
      const reason = safeReasonOf(error);
      log.error({ version, reason }, 'a version of conversions cannot be sent and is left out');
      await leaveOutVersion(pool, version, { reason, now: now() });
      return true;
    }
  }

  /** A host with attempts under way is skipped until they are done. */
  const busyHosts = (): string[] => [...new Set(underWay.values())];

  async function fire(claimed: ClaimedDelivery): Promise<void> {
    try {
      const grown = new Decimal(claimed.facts.payout).sub(claimed.told_payout).toFixed(4);
      const facts = { ...claimed.facts, payout: grown };
      const made = await attempt({ ...claimed, facts }, { vault, limits, destinations });
      await onSent?.(claimed);
      const at = now();
      const { result, decisiveStatus, retryAfter } = made;
      const { outcome } = result;
      const ending = endingOf({ outcome, decisiveStatus }, claimed.attempts, {
        now: at,
        retryAfter,
        chance,
      });
      const payout = outcome === 'ok' ? grown : null;
      const matchKeys = matchKeysOf(claimed.facts);
      await recordAttempt(pool, { ...claimed, payout, matchKeys }, result, ending, at);
      if (outcome !== 'ok' && (await stopWhenFailing(pool, claimed.pixel_id, at))) {
        log.warn({ pixel: claimed.pixel_id }, 'a pixel was stopped: too many of its calls failed');
      }
    } catch (error) {
      log.warn({ delivery: claimed.id, reason: error }, 'an attempt of a pixel was not recorded');
      if (isPermanent(error)) await giveUp(claimed, error);
    }
  }

  /** A delivery whose attempts fail for good in this process ends, so that later ones of its conversion are sent. */
  async function giveUp(claimed: ClaimedDelivery, error: unknown): Promise<void> {
    const result: Result = {
      outcome: 'invalid',
      status: null,
      latency: 0,
      request: null,
      excerpt: `The call could not be made or recorded: ${safeReasonOf(error)}`,
    };
    const attempted = { ...claimed, payout: null, matchKeys: 0 };
    await recordAttempt(pool, attempted, result, { state: 'given_up' }, now()).catch((reason) =>
      log.error({ delivery: claimed.id, reason }, 'a delivery could not be given up'),
    );
  }

  return {
    async enqueueVersion(version, projects) {
      await enqueueVersion(pool, version, projects);
      wakeable.call();
    },
    async flush() {
      while ((await isAnythingDue(pool, now())) || isWorking || underWay.size > 0) {
        stopping.signal.throwIfAborted();
        wakeable.call();
        await delay(10);
      }
    },
    async stop() {
      stopping.abort();
      wakeable.call();
      await Promise.race([ended, delay(PATIENCE, undefined, { ref: false })]);
    },
  };
}

async function isAnythingDue(pool: pg.Pool, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select exists(select from pixel_news) or exists(
       select from pixel_deliveries d join event_pixels p on p.id = d.pixel_id
       where d.state = 'waiting' and p.status = 'active' and p.removed_at is null
         and d.next_at <= $1 and not ${isFollowing}
     ) as due`,
    [now],
  );
  return rows[0]?.due === true;
}
