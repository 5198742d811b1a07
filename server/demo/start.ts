import type pg from 'pg';
import { addDays, dayAt } from '#contract/period.ts';
import type { Filling } from '#contract/settings/schemas.ts';
import type { Hasher } from '../accounts/hasher.ts';
import { findUserByEmail, setPassword } from '../accounts/users.ts';
import { createInbox } from '../pipeline/inbox.ts';
import type { DataDir } from '../platform/data-dir.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/logger.ts';
import { demoEmail, establish } from './create-shops.ts';
import { fillHistory, type Progress, progressAt } from './history.ts';
import { goLive } from './live.ts';
import { beginOnce, hasSent } from './state.ts';

type Dependencies = {
  pool: pg.Pool;
  dataDir: DataDir;
  hasher: Hasher;
  log: Log;
  now: () => Date;
  /** Wakes the mover. */
  wake: () => void;
  env: Pick<Env, 'DEMO_PASSWORD' | 'DEMO_SEED' | 'DEMO_DAYS'>;
  /** Tells whoever watches the terminal how the history grows. */
  say: (line: string) => void;
};

export type Demo = {
  email: string;
  /** Null when somebody has given the account a password of their own. */
  password: string | null;
  /** How much of the history is in the inbox; null when all of it is. */
  filling(): Filling | null;
  /** Settles when the whole history is in the inbox, or the demo was stopped. */
  filled: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Gives an empty installation a company, a history and traffic that goes on; null for one that is in use.
 *
 * Comes back as soon as somebody can sign in. The history is filled in behind, the newest days first.
 */
export async function startDemo(dependencies: Dependencies): Promise<Demo | null> {
  const { pool, dataDir, hasher, log, now, env } = dependencies;
  const startedAt = now();
  const state = await beginOnce(pool, {
    seed: env.DEMO_SEED,
    firstDay: addDays(dayAt(startedAt, 'UTC'), -env.DEMO_DAYS),
    startedAt,
    filledFrom: env.DEMO_DAYS + 2,
    liveUntil: startedAt,
  });
  if (!state) return null;
  const password = env.DEMO_PASSWORD || (await dataDir.secret('demo-password'));
  const shops = await establish({ pool, hasher, password, isEstablished: hasSent(state) });
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
  const filled = fillHistory(state, shops, { pool, inbox, log, now, signal, onProgress }).catch(
    quiet,
  );
  const live = goLive(state, shops, { pool, inbox, log, now, signal }).catch(quiet);
  return {
    email: demoEmail,
    password: isGood ? password : null,
    filled,
    filling: () =>
      progress.done < progress.total ? { days: progress.done, of: progress.total } : null,
    async stop() {
      aborting.abort();
      await Promise.all([filled, live]);
    },
  };
}

/**
 * Whether the password opens the account. One that the operator has set always does; else the person's own choice
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
