import type pg from 'pg';
import type { DemoBackfill } from '#contract/installation/schemas.ts';
import { addDays, dayAt } from '#contract/period.ts';
import type { Hasher } from '../accounts/hasher.ts';
import { findUserByEmail, setPassword } from '../accounts/users.ts';
import type { Select } from '../analytics/runner/query-runner.ts';
import { createInbox } from '../pipeline/inbox.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/logger.ts';
import { createShops, demoEmail } from './create-shops.ts';
import { fillCaps } from './fill-caps.ts';
import { backfillHistory, type Progress, progressAt } from './history.ts';
import { goLive } from './live.ts';
import { runTests } from './run-tests.ts';
import { beginDemo, hasSent } from './state.ts';

type Dependencies = {
  pool: pg.Pool;
  /** Reads the warehouse. */
  select: Select;
  dataDir: DataDir;
  hasher: Hasher;
  log: Log;
  now: () => Date;
  /** Wakes the mover. */
  wake: () => void;
  env: Pick<Env, 'DEMO_PASSWORD' | 'DEMO_SEED' | 'DEMO_DAYS'>;
  /** Prints a line about the progress to the terminal. */
  say: (line: string) => void;
};

export type Demo = {
  email: string;
  /** Null when a user has set another password. */
  password: string | null;
  /** The progress of the backfill; null when it is done. */
  backfillProgress(): DemoBackfill | null;
  /** Settles when the whole history is in the inbox, or the demo was stopped. */
  backfilled: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Gives an empty installation a company, a history and live traffic; null for an installation in use.
 *
 * Resolves as soon as sign-in works. The history is filled in afterwards, newest days first.
 */
export async function startDemo(dependencies: Dependencies): Promise<Demo | null> {
  const { pool, select, dataDir, hasher, log, now, env } = dependencies;
  const startedAt = now();
  const state = await beginDemo(pool, {
    seed: env.DEMO_SEED,
    firstDay: addDays(dayAt(startedAt, 'UTC'), -env.DEMO_DAYS),
    startedAt,
    filledFrom: env.DEMO_DAYS + 2,
    liveUntil: startedAt,
  });
  if (!state) return null;
  const password = env.DEMO_PASSWORD || (await dataDir.secret('demo-password'));
  const shops = await createShops({
    pool,
    hasher,
    password,
    isEstablished: hasSent(state),
    world: state,
  });
  const isGood = await letIn(dependencies, password);

  const aborting = new AbortController();
  const { signal } = aborting;
  const inbox = createInbox(dependencies);
  const quiet = (error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'the demo stopped');
  };
  const tell = progressOf(dependencies);
  let progress = progressAt(state, state.filledFrom);
  const onProgress = (made: Progress) => {
    progress = made;
    tell(made);
  };
  const backfilled = backfillHistory(state, shops, {
    pool,
    inbox,
    log,
    now,
    signal,
    onProgress,
  }).catch(quiet);
  const capped = backfilled.then(() => fillCaps(shops, { pool, log, signal })).catch(quiet);
  const tested = backfilled
    .then(() => runTests(state, shops, { pool, select, log, signal }))
    .catch(quiet);
  const live = goLive(state, shops, { pool, inbox, log, now, signal }).catch(quiet);
  return {
    email: demoEmail,
    password: isGood ? password : null,
    backfilled,
    backfillProgress: () =>
      progress.done < progress.total ? { days: progress.done, of: progress.total } : null,
    async stop() {
      aborting.abort();
      await Promise.all([backfilled, capped, tested, live]);
    },
  };
}

/**
 * Whether the password opens the account. A password set by the operator always does; otherwise the user's own one
 * stays.
 */
async function letIn({ pool, hasher, env }: Dependencies, password: string): Promise<boolean> {
  const user = await findUserByEmail(pool, demoEmail);
  if (!user) return false;
  if (await hasher.verify(user.passwordHash, password)) return true;
  if (!env.DEMO_PASSWORD) return false;
  await setPassword(pool, hasher, user.id, password);
  return true;
}

function progressOf({ log, say }: Dependencies) {
  const began = performance.now();
  let isFirst = true;
  return ({ done, total, events }: Progress) => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    log.info({ done, total, events }, 'demo history');
    if (done === total) {
      say(
        `The demo's history is complete: ${events.toLocaleString('en-US')} events in ${seconds} s.`,
      );
    } else if (isFirst) {
      say(
        `The demo's latest ${done} days are in after ${seconds} s; ${total - done} older ones follow.`,
      );
    }
    isFirst = false;
  };
}
