import type pg from 'pg';
import type { OnSkipped, SkippedConversion } from '../attribution/skip-failing.ts';
import type { Log } from '../platform/logger.ts';
import { noteFailedTry } from './repository.ts';

/** Conversions that are left out of the figures: collected while others are computed, and stored afterwards. */
export type SkippedConversions = { onSkipped: OnSkipped; store(): Promise<void> };

export function collectSkipped({
  pool,
  log,
  now,
}: {
  pool: pg.Pool;
  log: Log;
  now: () => Date;
}): SkippedConversions {
  let waiting: SkippedConversion[] = [];
  return {
    onSkipped(left) {
      log.error(left, 'a conversion cannot be added to the figures and is left out');
      waiting.push(left);
    },
    async store() {
      const all = waiting;
      waiting = [];
      for (const { project, time, conversion, reason } of all) {
        const item = conversion ?? time;
        const failed = { queue: 'conversions', project, item, reason } as const;
        await noteFailedTry(pool, failed, { now: now(), most: 1 });
      }
    },
  };
}
